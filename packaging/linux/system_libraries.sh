#!/bin/sh
# Names the system libraries that Qt's window needs and that are missing, with the command that
# installs them. As root on Debian and its kin it installs them itself.
set -eu

[ "$(uname -s)" = Linux ] || exit 0
# `ldconfig` lies in a folder that is not on every person's PATH.
known=$(PATH="$PATH:/sbin:/usr/sbin" ldconfig -p 2>/dev/null || true)
[ -n "$known" ] || exit 0

missing=
need() { # need LIBRARY PACKAGE
    case "$known" in *"$1"*) ;; *) missing="$missing $2" ;; esac
}
need libEGL.so.1 libegl1
need libGL.so.1 libgl1
need libfontconfig.so.1 libfontconfig1
need libfreetype.so.6 libfreetype6
need libglib-2.0.so.0 libglib2.0-0
need libdbus-1.so.3 libdbus-1-3
need libxkbcommon.so.0 libxkbcommon0
need libxkbcommon-x11.so.0 libxkbcommon-x11-0
need libxcb-cursor.so.0 libxcb-cursor0
need libxcb-icccm.so.4 libxcb-icccm4
need libxcb-keysyms.so.1 libxcb-keysyms1
need libxcb-image.so.0 libxcb-image0
need libxcb-render-util.so.0 libxcb-render-util0
need libxcb-shape.so.0 libxcb-shape0
need libxcb-xinerama.so.0 libxcb-xinerama0
[ -n "$missing" ] || exit 0

if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
    echo "Installing system libraries:$missing"
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
elif command -v apt-get >/dev/null 2>&1; then
    echo "The window needs system libraries that are missing. Install them with:" >&2
    echo "  sudo apt-get install$missing" >&2
    exit 1
else
    echo "The window needs system libraries that are missing (Debian's names):$missing" >&2
    exit 1
fi
