"""How much memory this process holds."""

from __future__ import annotations

from pathlib import Path

_MEBI = 1024


def memory() -> dict[str, float]:
    """Resident (`rss`) and proportional (`pss`) set size in MiB, as Linux counts them."""
    lines = Path("/proc/self/smaps_rollup").read_text(encoding="ascii").splitlines()
    sizes = {line.split(":")[0]: line.split()[1] for line in lines if ":" in line.split()[0]}
    return {"rss": int(sizes["Rss"]) / _MEBI, "pss": int(sizes["Pss"]) / _MEBI}
