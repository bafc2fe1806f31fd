"""BENCHMARKS.md and the plot, from the JSON of a run; and two runs side by side."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from benchmarks.library import CLASSES

Run = dict[str, Any]


def write_report(run: Run, output: Path) -> None:
    """Write the page, and the plot beside it."""
    plot = output.with_name("benchmarks") / "latency.svg"
    _plot(run, plot)
    machine = run["machine"]
    lines = [
        "# Benchmarks",
        "",
        (
            "Made by `scripts/bench run` and `scripts/bench report`; the libraries are synthetic and seeded"
            " (`benchmarks/library.py`), so the same command gives the same libraries and queries elsewhere."
        ),
        "",
        (
            f"Machine: {machine['processor'] or machine['system']}, {machine['cores']} cores, Python"
            f" {machine['python']}; {run['started'][:10]}; load average at the start {machine['load_at_start']:.1f}."
        ),
        (
            "Warm times are processor time of one query in milliseconds, the best of the rounds, median / p95 over the"
            " queries of a class; cold ones are processor time of whole processes, so that other work on the machine"
            " counts little. `t2tdb` is `Library.find(task)`: ten hits with their texts, each looked up on the disk."
        ),
        "",
        "![Latency against library size](benchmarks/latency.svg)",
        "",
        *_bars(run),
    ]
    for name, size in run["sizes"].items():
        lines += ["", f"## {name}: {size['resources']:,} resources ({size['shape']})", "", *_size(size)]
    if "real" in run:
        real = run["real"]
        lines += [
            "",
            f"## A real library: {real['resources']:,} resources",
            "",
            (
                f"`find` warm {_pair(real['t2tdb'])} ms; cold {real['cold']['find_cpu_ms']:.1f} ms,"
                f" {_ratio(real['cold'], 'find'):.2f} times `python -c pass`."
            ),
        ]
    output.write_text("\n".join(lines) + "\n")


def _bars(run: Run) -> list[str]:
    """The table of what was promised."""
    rows = ["| what | bar | measured |", "| --- | --- | --- |"]
    sizes = run["sizes"]
    wrong = [size["warm"]["wrong"] for size in sizes.values() if "wrong" in size["warm"]]
    if wrong:
        asked = sum(each["asked"] for each in wrong)
        rows.append(f"| wrong answers | 0 | {sum(each['wrong'] for each in wrong)} of {asked:,} |")
    if "100k" in sizes:
        size = sizes["100k"]
        warm, cold = size["warm"], size["cold"]
        if "FTS5 bm25" in warm:
            ratio = warm["t2tdb"]["mixed"]["p50"] / warm["FTS5 bm25"]["mixed"]["p50"]
            rows.append(f"| warm, 100k, mixed, against FTS5 `bm25` LIMIT 10 | ≤ 0.25 × | {ratio:.3f} × |")
        rows.append(f"| cold `find`, 100k, against `python -c pass` | ≤ 4 × | {_ratio(cold, 'find'):.2f} × |")
        rows.append(f"| peak memory of a cold `find`, 100k | ≤ 80 MB | {cold['peak_mb']:.0f} MB |")
        writes = size["writes"]
        rows.append(
            f"| one changed resource, write transaction, p95, 100k | ≤ 20 ms | {writes['transaction_cpu_p95']:.1f} ms"
            f" of processor time, {writes['transaction_p95']:.1f} ms on the clock |"
        )
        rate = size["parse_cpu_s"] / size["index_cpu_s"]
        rows.append(f"| first index against parse + tokenise alone, 100k | ≥ 0.4 × | {rate:.2f} × |")
        ratio = size["database_bytes"] / size["text_bytes"]
        rows.append(f"| database bytes a byte of text, 100k | ≤ 2 × | {ratio:.2f} × |")
    if "1k" in sizes:
        rows.append(
            f"| cold `find`, 1k, against `python -c pass` | ≤ 3 × | {_ratio(sizes['1k']['cold'], 'find'):.2f} × |"
        )
    if "1m" in sizes:
        rows.append(f"| warm, 1M, mixed, p95 | ≤ 100 ms | {sizes['1m']['warm']['t2tdb']['mixed']['p95']:.0f} ms |")
    if "real" in run:
        rows.append(f"| warm, a real library | ≤ 5 ms | {run['real']['t2tdb']['p50']:.1f} ms |")
    return rows


def _size(size: Run) -> list[str]:
    warm = size["warm"]
    engines = [name for name in warm if name != "wrong"]
    lines = [f"| ms | {' | '.join(CLASSES)} |", f"| --- | {' | '.join('---:' for _ in CLASSES)} |"]
    lines += [f"| {name} | {' | '.join(_pair(warm[name][kind]) for kind in CLASSES)} |" for name in engines]
    cold = size["cold"]
    lines += [
        "",
        (
            f"- cold: `python -c pass` {cold['pass_cpu_ms']:.1f} ms, `find` {cold['find_cpu_ms']:.1f} ms"
            f" ({_ratio(cold, 'find'):.2f} ×), `compose` {cold['compose_cpu_ms']:.1f} ms"
            f" ({_ratio(cold, 'compose'):.2f} ×); peak memory {cold['peak_mb']:.0f} MB"
        ),
        (
            f"- first index: {size['resources'] / size['index_cpu_s']:,.0f} resources a second of processor time;"
            f" parse + tokenise alone {size['resources'] / size['parse_cpu_s']:,.0f}; peak memory"
            f" {size['index_peak_mb']:.0f} MB"
        ),
        (
            f"- text {size['text_bytes'] / 1e6:,.0f} MB, database {size['database_bytes'] / 1e6:,.0f} MB"
            f" ({size['database_bytes'] / size['text_bytes']:.2f} ×)"
        ),
    ]
    if size.get("writes"):
        writes = size["writes"]
        lines.append(
            f"- one changed file: write transaction {writes['transaction_cpu_p50']:.1f} ms of processor time at the"
            f" median, {writes['transaction_cpu_p95']:.1f} p95 (on the clock {writes['transaction_p50']:.1f} /"
            f" {writes['transaction_p95']:.1f}); the whole incremental ingest {writes['ingest_p50']:.1f} /"
            f" {writes['ingest_p95']:.1f} ms on the clock"
        )
    if warm.get("wrong"):
        lines.append(f"- wrong answers: {warm['wrong']['wrong']} of {warm['wrong']['asked']:,} queries")
    if "ripgrep" in size:
        found = size["ripgrep"]
        lines.append(f"- `rg -l` over the files: {f'{_pair(found)} ms' if found else 'not installed here'}")
    return lines


def _pair(times: dict[str, float]) -> str:
    return f"{times['p50']:.1f} / {times['p95']:.1f}"


def _ratio(cold: dict[str, float], kind: str) -> float:
    return cold[f"{kind}_cpu_ms"] / cold["pass_cpu_ms"]


def _plot(run: Run, path: Path) -> None:
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "t2tdb"
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4))
    names = dict.fromkeys(name for size in run["sizes"].values() for name in size["warm"] if name != "wrong")
    for name in names:
        known = [size for size in run["sizes"].values() if name in size["warm"]]
        axes.plot(
            [size["resources"] for size in known],
            [size["warm"][name]["mixed"]["p50"] for size in known],
            marker="o",
            linewidth=2.5 if name == "t2tdb" else 1,
            label=name,
        )
    axes.set(xscale="log", yscale="log", xlabel="resources", ylabel="ms, mixed queries, median")
    axes.grid(visible=True, which="major", alpha=0.3)
    axes.legend(fontsize=8)
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


def compare(before: Run, after: Run) -> str:
    """Medians of the second run divided by those of the first."""
    lines = []
    for name in before["sizes"].keys() & after["sizes"].keys():
        for engine, classes in before["sizes"][name]["warm"].items():
            for kind in CLASSES:
                new = after["sizes"][name]["warm"].get(engine, {}).get(kind) if engine != "wrong" else None
                if new:
                    lines.append(f"{name:5} {engine:20} {kind:7} {new['p50'] / classes[kind]['p50']:.2f}")
    return "\n".join(sorted(lines))
