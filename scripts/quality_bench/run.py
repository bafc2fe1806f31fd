"""Runs the bench and writes its report."""

from __future__ import annotations

import argparse
import platform
import tempfile
import time
from pathlib import Path

from quality_bench.metrics import NAMES, interval, mean, measure
from quality_bench.rankers import PARTS, Fts5, Ranked, without
from quality_bench.sets import LabelledSet, load_sets
from quality_bench.typos import misspell
from t2tdb.ranking.tuned import TunedProfile

ABLATION_QUERIES = 200  # a set, the first ones: every part means indexing and asking everything anew
NEGATIVE_QUERIES = 100  # a set, asked of the other sets' resources


def main() -> int:
    """Measure and print; write the report where asked."""
    parser = argparse.ArgumentParser(prog="scripts/quality")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--set", action="append", default=[], dest="sets")
    parser.add_argument("--queries", type=int, default=0)
    parser.add_argument("--no-ablation", action="store_true")
    parser.add_argument("--write", type=Path)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="t2tdb-quality-") as scratch:
        bench = Bench(load_sets(asked.folder, Path(scratch), asked.sets, asked.queries), Path(scratch))
        bench.profiles()
        bench.misspellings()
        bench.negatives()
        if not asked.no_ablation:
            bench.ablation()
        bench.close()
    if asked.write:
        head, mark, _old = asked.write.read_text(encoding="utf-8").partition("<!-- last run -->\n")
        asked.write.write_text(head + mark + "\n".join(bench.lines) + "\n", encoding="utf-8")
    return 0


class Bench:
    """Sets indexed under both profiles, and what was measured so far."""

    def __init__(self, sets: list[LabelledSet], scratch: Path) -> None:
        self._sets = sets
        self._scratch = scratch
        self._ranked: dict[tuple[str, str], Ranked] = {}
        self._scores: dict[tuple[str, str], list[tuple[float, ...]]] = {}
        self.lines: list[str] = []
        self._say(f"{time.strftime('%Y-%m-%d')}, Python {platform.python_version()}, {platform.machine()}.\n")

    def profiles(self) -> None:
        """The main table: FTS5, seed and tuned."""
        self._say("| Set | Resources | Queries | Ranker | " + " | ".join(NAMES) + " | tuned − seed, nDCG@10 |")
        self._say("| --- | ---: | ---: | --- | " + "---: | " * len(NAMES) + "--- |")
        for labelled in self._sets:
            databases = {name: self._scratch / f"{labelled.name}-{name}.db" for name in ("seed", "tuned")}
            rankers = {name: Ranked(labelled, name, path) for name, path in databases.items()}
            fts5 = Fts5(databases["seed"], labelled)
            for name, rank in (("fts5", fts5.rank), ("seed", rankers["seed"].rank), ("tuned", rankers["tuned"].rank)):
                rows = [measure(rank(query.text), query.relevant) for query in labelled.queries]
                self._scores[labelled.name, name] = rows
                figures = " | ".join(f"{mean(rows, column):.3f}" for column in range(len(NAMES)))
                lead = (
                    f"| {labelled.name} | {rankers['seed'].resources} | {len(labelled.queries)} | {name} | {figures} | "
                )
                self._say(lead + (self._difference(labelled.name) if name == "tuned" else "") + " |")
            self._ranked |= {(labelled.name, name): ranker for name, ranker in rankers.items()}

    def misspellings(self) -> None:
        """One letter wrong in a third of the words: what corrections win back, and what they cost clean queries."""
        self._say(
            "\n## Misspelled queries\n\n| Set | clean, exact | clean | misspelled, exact | misspelled | won back |"
        )
        self._say("| --- | ---: | ---: | ---: | ---: | ---: |")
        lost = won = 0.0
        for labelled in self._plain():
            ranker = self._ranked[labelled.name, "tuned"]
            wrong = [misspell(query.id, query.text) for query in labelled.queries]
            tasks = [query.text for query in labelled.queries]
            exact, wrong_exact = (self._mean(labelled, ranker, each, exact_words=True) for each in (tasks, wrong))
            clean, corrected = mean(self._scores[labelled.name, "tuned"]), self._mean(labelled, ranker, wrong)
            lost += exact - wrong_exact
            won += corrected - wrong_exact
            share = (corrected - wrong_exact) / (exact - wrong_exact)
            self._say(
                f"| {labelled.name} | {exact:.4f} | {clean:.4f} | {wrong_exact:.4f} | {corrected:.4f} | {share:.0%} |"
            )
        self._say(f"\nOver all: {won / lost:.0%} of the loss is won back." if lost else "")

    def negatives(self) -> None:
        """Tasks of one set asked of the resources of another: how often each is told that nothing fits."""
        least = TunedProfile.least_confidence
        self._say(f"\n## Nothing fits\n\nThe surest of the first three hits is below {least}:\n")
        self._say("\n| Set | its own tasks | tasks of other sets |")
        self._say("| --- | ---: | ---: |")
        for labelled in self._plain():
            ranker = self._ranked[labelled.name, "tuned"]
            own = [ranker.confidence(query.text) < least for query in labelled.queries[:NEGATIVE_QUERIES]]
            others = [
                ranker.confidence(query.text) < least
                for other in self._plain()
                if other is not labelled
                for query in other.queries[:NEGATIVE_QUERIES]
            ]
            share = f"{sum(others) / len(others):.0%}" if others else "—"
            self._say(f"| {labelled.name} | {sum(own) / len(own):.0%} | {share} |")

    def ablation(self) -> None:
        """nDCG@10 of ``tuned`` without each of its parts."""
        self._say(f"\n## What each part gives\n\nnDCG@10 over the first {ABLATION_QUERIES} queries of each set.\n")
        self._say("| tuned | " + " | ".join(labelled.name for labelled in self._sets) + " |")
        self._say("| --- |" + " ---: |" * len(self._sets))
        whole = [mean(self._scores[labelled.name, "tuned"][:ABLATION_QUERIES]) for labelled in self._sets]
        self._say("| as it is | " + " | ".join(f"{figure:.3f}" for figure in whole) + " |")
        for number, part in enumerate(PARTS):
            cells = []
            for labelled, figure in zip(self._sets, whole, strict=True):
                with without(part):
                    ranker = Ranked(labelled, "tuned", self._scratch / f"{labelled.name}-part{number}.db")
                    queries = labelled.queries[:ABLATION_QUERIES]
                    rows = [measure(ranker.rank(query.text), query.relevant) for query in queries]
                    ranker.close()
                cells.append(f"{mean(rows) - figure:+.3f}")
            self._say(f"| without {part} | " + " | ".join(cells) + " |")

    def close(self) -> None:
        """Give the databases back."""
        for ranker in self._ranked.values():
            ranker.close()

    def _plain(self) -> list[LabelledSet]:
        return [labelled for labelled in self._sets if not labelled.name.endswith("+bodies")]

    def _mean(self, labelled: LabelledSet, ranker: Ranked, tasks: list[str], *, exact_words: bool = False) -> float:
        pairs = zip(tasks, labelled.queries, strict=True)
        return mean([measure(ranker.rank(task, exact_words=exact_words), query.relevant) for task, query in pairs])

    def _difference(self, name: str) -> str:
        tuned, seed = ([row[0] for row in self._scores[name, profile]] for profile in ("tuned", "seed"))
        low, high = interval(tuned, seed)
        return f"{sum(tuned) / len(tuned) - sum(seed) / len(seed):+.3f} [{low:+.3f}, {high:+.3f}]"

    def _say(self, line: str) -> None:
        print(line, flush=True)
        self.lines.append(line)
