"""Keep a database equal to the disk until stopped.

*Scanning is the truth, events are hints.* An event may only say "look here" or "look everywhere"; the same incremental
scan that ``index`` uses does the work. The order is: watch, scan, drain; so nothing falls between listing and watching.
What is lost is made good: queue overflows, dead threads, exhausted watches and lost roots are noticed, said, and
repaired or covered by polling, and a reconciliation every few minutes covers what nobody foresaw.

Modules are imported one by one (``t2tdb.watch.loop``): who only asks a watcher must not pay for watchdog.
"""
