"""Whether a folder lies on a network share, where SQLite's write-ahead log is not safe."""

from __future__ import annotations

import sys
from pathlib import Path

SHARES = frozenset(
    {
        "9p", "afs", "afpfs", "beegfs", "ceph", "cifs", "davfs", "fuse.ceph", "fuse.davfs2",
        "fuse.glusterfs", "fuse.gvfsd-fuse", "fuse.rclone", "fuse.s3fs", "fuse.sshfs",
        "glusterfs", "gpfs", "lustre", "ncpfs", "nfs", "nfs4", "smb", "smb2", "smb3", "smbfs",
        "virtiofs",
    }
)  # fmt: skip
MOUNTS = Path("/proc/mounts")


def network_share(path: Path) -> str | None:
    """The kind of network share that holds a path, such as `nfs4`; None for a local disk.

    Where the system does not list its mounts, only Windows' `\\\\server\\share` is seen.
    """
    resolved = path.resolve()
    if sys.platform == "win32":
        return "smb" if resolved.drive.startswith("\\\\") else None
    try:
        mounts = MOUNTS.read_text(encoding="utf-8", errors="surrogateescape")
    except OSError:
        return None
    kind = _kind(resolved, mounts)
    return kind if kind in SHARES else None


def _kind(path: Path, mounts: str) -> str:
    """The file system of the innermost mount above a path; the later of two on one point."""
    found, depth = "", -1
    for line in mounts.splitlines():
        fields = line.split(" ")
        if len(fields) < 3:
            continue
        point = Path(_unescaped(fields[1]))
        if path.is_relative_to(point) and len(point.parts) >= depth:
            found, depth = fields[2], len(point.parts)
    return found


def _unescaped(field: str) -> str:
    for code, character in (("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\")):
        field = field.replace(code, character)
    return field
