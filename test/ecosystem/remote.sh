#!/usr/bin/env bash
# Drives castwatch over a real sshd and a real mosh, and inside tmux and screen: the first screen, a key, the end, the
# terminal afterwards, and a connection that breaks. Needs `sshd`, `ssh`, `tmux`, `screen` and `mosh`
# besides. The terminal at the near end is a tmux with a server of its own.
source "$(dirname "$0")/common.sh"
export LANG=C.UTF-8

start_sshd

# What runs at the far end.
cat >"$work/far" <<FAR
#!/bin/sh
echo \$\$ >$work/pid
HOME=$work exec $(command -v castwatch) demo --seed 1
FAR
chmod +x "$work/far"

finish() {
  near kill-session -t near 2>/dev/null || :
  near kill-session -t held 2>/dev/null || :
  kill "$(cat "$work/pid")" 2>/dev/null || :
}
near() { tmux -L "castwatch-$$" -f /dev/null "$@"; }
shows() { near capture-pane -p -t near | grep -qE -- "$1"; }
gone() { ! kill -0 "$1" 2>/dev/null; }

# A tmux whose last session ends would end, too.
near new-session -d -s held cat
# Runs a command in a terminal of 120 columns; what comes after it only holds the terminal.
run() { near new-session -d -s near -x 120 -y 40 "$1; printf '\\nended with %s\\n' \$?; exec cat"; }
open() {
  echo "== $1"
  rm -f "$work/pid"
  run "$2"
  await shows 'Viewers +[0-9.]+k'
  near capture-pane -p -t near | head -2
}
close() { near kill-session -t near; }

# Modes of the terminal: typed lines are whole and echoed, no second screen, a cursor, no mouse.
modes() {
  stty -F "$(near display -p -t near '#{pane_tty}')" -a | grep -oE -e '-?(icanon|echo)\b' | tr '\n' ' '
  near display -p -t near 'alternate=#{alternate_on} cursor=#{cursor_flag} mouse=#{mouse_any_flag}'
}
whole() { [ "$(modes)" = 'icanon echo alternate=0 cursor=1 mouse=0' ]; }

key() {
  near send-keys -t near 2
  await shows 'Load▼'
  echo 'the key 2 shows the servers'
}
quit() {
  near send-keys -t near q
  await shows 'ended with 0'
  await gone "$(cat "$work/pid")"
  await whole
  echo "q ends it; the terminal afterwards: $(modes)"
  close
}

# Ends what sshd runs for the connections, as a link that breaks does.
drop() {
  kill $(pgrep -P "$sshd")
  await shows 'ended with 255'
}

at="$ssh -tt 127.0.0.1"
open 'ssh' "$at $work/far"
key
near resize-window -t near -x 80 -y 24
await shows '^.{76,80}$'
shows '^.{81}' && exit 1
echo 'a smaller window is filled'
quit

open 'ssh, and the connection breaks' "$at $work/far"
drop
await gone "$(cat "$work/pid")"
echo 'the program has ended'
close

open 'ssh to a tmux, and the connection breaks' "$at tmux -L castwatch-far-$$ -f /dev/null new-session -s far $work/far"
key
drop
close
run "$at tmux -L castwatch-far-$$ attach -t far"
await shows 'Load▼'
echo 'it went on, and tmux attach shows it again'
quit

open 'ssh to a screen, and it is detached' "$at screen -S castwatch-$$ -c /dev/null -U $work/far"
key
near send-keys -t near C-a d
await shows 'ended with 0'
close
run "$at screen -r castwatch-$$"
await shows 'Load▼'
echo 'it went on, and screen -r shows it again'
quit

open 'mosh' "mosh --no-init --ssh='$ssh' 127.0.0.1 -- $work/far"
key
quit

open 'mosh, and its server is ended' "mosh --ssh='$ssh' 127.0.0.1 -- $work/far"
kill "$(ps -o ppid= -p "$(cat "$work/pid")" | tr -d ' ')"
await gone "$(cat "$work/pid")"
echo 'the program has ended'
close
