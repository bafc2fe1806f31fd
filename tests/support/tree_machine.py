"""P1 as a state machine: after any operations on a tree, an update leaves what a fresh index would hold.

Subclasses say what an update is and what the state is; see ``tests/freshness``.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from pathlib import Path

import tree_operations as operations
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test
from tree_operations import Choice

RACY_NS = 20_000_000
"""The racy window of the tests: longer than the clock tick of the file system (4 to 10 ms), short enough to wait for.
With the real 2 s everything that a test just wrote is doubtful, and no fingerprint is ever trusted."""

CHOICES = st.builds(
    Choice,
    st.sampled_from(operations.DIRECTORIES[:4]),
    st.sampled_from(operations.DIRECTORIES[:4]),
    st.sampled_from(operations.FILES),
    st.sampled_from(operations.TEXTS),
    st.integers(0, 8),
)


class TreeMachine(RuleBasedStateMachine):
    """Operations on a tree in memory, updates and comparisons."""

    def __init__(self) -> None:
        super().__init__()
        self.top = Path(tempfile.mkdtemp(dir="/dev/shm" if os.path.isdir("/dev/shm") else None))
        self.root = self.top / "root"
        self.root.mkdir()

    def update(self) -> None:
        """Bring the index up to date with the tree."""
        raise NotImplementedError

    def compare(self) -> None:
        """Raise AssertionError where the index is not what a fresh one would be."""
        raise NotImplementedError

    @rule(choice=CHOICES)
    def write(self, choice: Choice) -> None:
        operations.write(self.root, choice)

    @rule(choice=CHOICES)
    def same_size_same_mtime(self, choice: Choice) -> None:
        operations.same_size_same_mtime(self.root, choice)

    @rule(choice=CHOICES)
    def settled_then_same_size_same_mtime(self, choice: Choice) -> None:
        """The case that a weak fingerprint misses, in one step: everything settled, then one edit without a trace."""
        operations.write(self.root, choice)
        time.sleep(RACY_NS / 1e9)
        self.update()
        operations.same_size_same_mtime(self.root, choice)

    @rule(choice=CHOICES, which=st.sampled_from(operations.OPERATIONS))
    def operate(self, choice: Choice, which: object) -> None:
        assert callable(which)
        which(self.root, choice)

    @rule()
    def emptied(self) -> None:
        """The case that an early return misses."""
        operations.delete_all(self.root, Choice())
        self.update()
        self.compare()

    @rule()
    def settle(self) -> None:
        time.sleep(RACY_NS / 1e9)
        self.update()

    @rule()
    def check(self) -> None:
        self.update()
        self.compare()

    def teardown(self) -> None:
        self.compare_at_rest()
        for directory, _, _ in os.walk(self.top):
            os.chmod(directory, 0o700)
        shutil.rmtree(self.top)

    def compare_at_rest(self) -> None:
        """The last word: every example ends with a comparison."""
        self.update()
        self.compare()


def run(machine: type[RuleBasedStateMachine], *, examples: int, steps: int) -> None:
    """Run a machine; failures shrink."""
    run_state_machine_as_test(machine, settings=_settings(examples, steps, tuple(Phase)))


def hunt(machine: type[RuleBasedStateMachine], *, examples: int, steps: int) -> None:
    """Run a machine in which a bug was planted: stop at the first failure, do not shrink."""
    run_state_machine_as_test(machine, settings=_settings(examples, steps, (Phase.generate,)))


def _settings(examples: int, steps: int, phases: tuple[Phase, ...]) -> settings:
    return settings(
        max_examples=examples,
        stateful_step_count=steps,
        phases=[phase for phase in phases if phase is not Phase.reuse],
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
