"""`newsdesk worker train` with a fake trainer and little patience: JOB_ID WAY STEPS."""

from __future__ import annotations

import signal
import sys

from job_driver import QUICK, trainer

from newsdesk.jobs.supervisor import Supervisor
from newsdesk.store import Store

if __name__ == "__main__":
    with Store.open() as store:
        supervisor = Supervisor(
            store, int(sys.argv[1]), trainer(sys.argv[2], int(sys.argv[3])), QUICK
        )
        signal.signal(signal.SIGTERM, lambda *_: supervisor.end())
        supervisor.run()
