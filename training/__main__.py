"""The trainer's command line.

python -m training JOB_ID                             train a job of the store
python -m training plan SPEC.toml [--dataset NAME]    measure what a specification costs
python -m training fetch NAME [--offer]               download a base model
python -m training SPEC.toml --data DIR --out DIR     make a model from files, without the store
python -m training filing SPEC.toml --data DIR --model DIR    measure what it may file by itself
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from newsdesk.core.errors import NewsdeskError
from newsdesk.core.recipes import read_recipe


def main(arguments: list[str] | None = None) -> int:
    """Run one of the forms above; 2 where it could not be begun."""
    given = sys.argv[1:] if arguments is None else arguments
    # Threads that spin for one another hold a busy machine up: a step of MiniLM took ten times
    # as long beside other programs. Read when torch is imported.
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    try:
        # Torch is imported only in these branches: a wrong specification is told before.
        match given[:1]:
            case ["plan"]:
                from training.planning.plan import main as plan

                return plan(given[1:])
            case ["fetch"]:
                from training.fetching.fetch import main as fetch

                return fetch(given[1:])
            case ["filing"]:
                from training.filing import main as filing

                return filing(given[1:])
            case [number] if number.isascii() and number.isdigit() and len(given) == 1:
                from training.job import run_job

                return run_job(int(number))
        return _from_files(given)
    except NewsdeskError as error:
        sys.stderr.write(f"{error}\n")
        return 2


def _from_files(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m training",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("spec", type=Path, help="the specification, a TOML file")
    parser.add_argument("--data", type=Path, required=True, help="the folder of the data sets")
    parser.add_argument("--out", type=Path, required=True, help="where the model folder goes")
    given = parser.parse_args(arguments)
    spec = read_recipe(given.spec)
    from training.runner import run

    # The card names no folder of this machine.
    name = given.spec.name if given.spec.is_absolute() else given.spec.as_posix()
    run(spec, given.data, given.out, f"python -m training {name} --data DATA --out OUT")
    return 0


if __name__ == "__main__":
    sys.exit(main())
