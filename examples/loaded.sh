#!/usr/bin/env bash
# Plays a match of a tern against itself at 2 s + 20 ms while busy loops keep the cores busy, and reports losses on time.
#
#   examples/loaded.sh TERN [GAMES] [LOOPS] [MORE ARGUMENTS OF tern match…]
set -euo pipefail
tern=$1 games=${2:-200} loops=${3:-8}
shift $(($# < 3 ? $# : 3))
busy=()
trap 'kill "${busy[@]}" 2>/dev/null' EXIT
for ((i = 0; i < loops; i++)); do
    while :; do :; done &
    busy+=($!)
done
"$tern" match -e name=a -e name=b --game wali --games "$games" --tc 2+0.02 -c 2 "$@"
