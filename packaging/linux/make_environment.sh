#!/bin/sh
# make_environment.sh PYTHON FOLDER: a virtual environment, or a sentence that says what is missing.
set -eu
python=$1
folder=$2

if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    echo "Newsdesk needs Python 3.11 or newer; $python is not. Try: make PYTHON=python3.12 …" >&2
    exit 1
fi
if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
        echo "Installing python$version-venv"
        apt-get update -qq
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "python$version-venv" >/dev/null
    else
        echo "Python's venv module is missing. Install it with:" >&2
        echo "  sudo apt-get install python$version-venv" >&2
        exit 1
    fi
fi
"$python" -m venv "$folder"
