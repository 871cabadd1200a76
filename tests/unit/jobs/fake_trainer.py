"""Stands for `python -m training JOB_ID`: tells through the store, and misbehaves on request.

`fake_trainer.py JOB_ID WAY [STEPS]`; WAY is one of
good: trains its steps and makes a model; endless: trains until it is asked to stop;
stubborn: hears neither the flag nor SIGTERM, and has a child that hears nothing either;
slow: has not begun yet; silent: says nothing at all after it began;
crash: fails without a word; early: dies unbegun;
mute: ends well, but cannot write so into the store.
"""

from __future__ import annotations

import signal
import subprocess
import sys
import time

from newsdesk.core.job import JobResult, MetricPoint, Progress
from newsdesk.core.processes import this_process
from newsdesk.store import Store

STEP = 0.02


def main(job_id: int, way: str, steps: int) -> int:
    if way == "early":
        return 1
    if way == "slow":
        time.sleep(300)
    if way == "stubborn":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        subprocess.Popen(["sleep", "300"])
    with Store.open() as store:
        job = store.jobs.get(job_id)
        assert job is not None
        first = job.progress.step + 1
        store.jobs.begin(job_id, this_process(), "cpu")
        print("reading the articles")
        if way == "crash":
            return 3
        if way == "silent":
            time.sleep(300)
        for step in range(first, steps + 1):
            loss = MetricPoint(1, step, "loss", 1 / step)
            wish = store.jobs.tell(job_id, Progress("training", step, steps), [loss])
            if wish and way != "stubborn":
                store.jobs.end(job_id, "paused" if wish == "pause" else "cancelled")
                return 75 if wish == "pause" else 76
            time.sleep(STEP)
        if way == "good":
            store.jobs.end(job_id, "done", result=JobResult(model="made", dev_macro_f1=0.9))
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2], int(sys.argv[3])))
