"""`python -m training SPEC.toml --data DIR --out DIR`: make a model as a specification says."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from newsdesk.core.errors import NewsdeskError
from newsdesk.core.recipes import read_recipe


def main(arguments: list[str] | None = None) -> int:
    """Run one specification; 0 when the model folder is written, 2 where something is missing."""
    parser = argparse.ArgumentParser(prog="python -m training", description=__doc__)
    parser.add_argument("spec", type=Path, help="the specification, a TOML file")
    parser.add_argument("--data", type=Path, required=True, help="the folder of the data sets")
    parser.add_argument("--out", type=Path, required=True, help="where the model folder goes")
    given = parser.parse_args(arguments)
    try:
        spec = read_recipe(given.spec)
        # Imported only now: a wrong specification is told before torch is loaded.
        from training.runner import run

        # The card names no folder of this machine.
        name = given.spec.name if given.spec.is_absolute() else given.spec.as_posix()
        run(spec, given.data, given.out, f"python -m training {name} --data DATA --out OUT")
    except NewsdeskError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
