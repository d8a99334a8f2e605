#!/usr/bin/env bash
# Drives castwatch in a real xterm on a display without a screen: what xterm itself says is on its screen (F12 prints it),
# a key, the end, and a window that is closed. Needs `Xvfb`, `xterm` and `xdotool` besides.
source "$(dirname "$0")/common.sh"
export LANG=C.UTF-8 HOME=$work

exec 3>"$work/display"
Xvfb -displayfd 3 -screen 0 1400x1000x24 -nolisten tcp -noreset 2>/dev/null & children+=($!)
await test -s "$work/display"
DISPLAY=:$(cat "$work/display")
export DISPLAY

open() {
  rm -f "$work/screen" "$work/pid"
  cat >"$work/run" <<RUN
#!/bin/sh
sh -c 'echo \$\$ >$work/pid; exec castwatch demo --seed 1'
printf '\\nended with %s: %s\\n' \$? "\$(stty -a | grep -oE -e '-?(icanon|echo)\\>' | tr '\\n' ' ')"
exec cat
RUN
  xterm -geometry 120x40 -xrm 'XTerm*VT100.translations: #override <Key>F12: print()' \
    -xrm "XTerm*printerCommand: cat >$work/screen" -xrm 'XTerm*printAttributes: 0' -e sh "$work/run" & xterm=$!
  children+=("$xterm")
  await shows 'Viewers +[0-9.]+k'
}
press() { xdotool key "$1"; }
shows() {
  press F12
  sleep 0.2
  grep -qE -- "$1" "$work/screen" 2>/dev/null
}

echo '== the first screen'
open
head -3 "$work/screen"
press 2
await shows 'Load▼'
echo 'the key 2 shows the servers'
press q
await shows 'ended with 0'
grep 'ended with' "$work/screen"
kill "$xterm"

echo '== the window is closed'
open
kill "$xterm"
await eval "! kill -0 $(cat "$work/pid") 2>/dev/null"
echo 'the program has ended'
