#!/bin/sh
# open_window.sh NEWSDESK: the window, or what works without a screen.
set -eu
newsdesk=$1
samples=resources/samples

if [ "$(uname -s)" != Linux ] || [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    sh "$(dirname "$0")/system_libraries.sh"
    exec "$newsdesk"
fi
echo "This machine has no screen (neither DISPLAY nor WAYLAND_DISPLAY is set), so no window opens."
echo "Newsdesk works on the command line all the same. The sample articles:"
echo
echo "  \$ newsdesk classify $samples"
"$newsdesk" classify "$samples" || true
echo
echo "Yours: $newsdesk classify PATH… (see: $newsdesk classify --help)"
