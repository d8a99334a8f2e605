#!/usr/bin/env bash
# Two users of one host and a recorder that shares its history: what one acknowledges or plans, the other sees, before, during
# and after the recorder runs. Needs root, `unshare`, `setpriv` and `tmux`; the users exist only for this script.
if [ -z "${CASTWATCH_TEAM_INSIDE:-}" ]; then
  CASTWATCH_TEAM_INSIDE=1 exec unshare --mount --propagation private "$0" "$@"
fi
source "$(dirname "$0")/common.sh"
chmod 711 "$work"
{ cat /etc/passwd; printf '%s:x:%s:6100::%s:/bin/sh\n' recorder 6101 "$work/recorder" anna 6102 "$work/anna" bob 6103 "$work/bob" eve 6104 "$work/eve" carol 6105 "$work/carol"; } >"$work/passwd"
mount --bind "$work/passwd" /etc/passwd

simulate --scenario sick --seed 3
install -d -o 6101 -g 6100 -m 2750 "$work/shared"
as() { # USER GROUP COMMAND…
  local user=$1 group=$2
  shift 2
  setpriv --reuid="$user" --regid="$group" --clear-groups env -i PATH="$PATH" TERM=xterm-256color LANG=C.UTF-8 HOME="$work/$user" "$@"
}
home() {
  install -d -o "$1" -m 700 "$work/$1" "$work/$1/.config" "$work/$1/.config/castwatch"
  printf 'history: { directory: %s }\nclusters:\n  %s: { url: "%s", username: %s, password: { file: password } }\n' \
    "$work/shared" "$2" "$(simulated url)" "$(simulated username)" >"$work/$1/.config/castwatch/config.yaml"
  simulated password >"$work/$1/.config/castwatch/password"
  chown "$1" "$work/$1/.config/castwatch/"*
  chmod 600 "$work/$1/.config/castwatch/password"
}
home recorder lab; home anna lab; home bob streaming; home eve lab; home carol lab
# A monitor of a user in a terminal; its keys and its screen.
monitor() { as "$1" 6100 tmux -f /dev/null -S "$work/$1/tmux" new-session -d -x 120 -y 40 "castwatch${2:+ $2}"; }
keys() { local user=$1; shift; as "$user" 6100 tmux -S "$work/$user/tmux" send-keys "$@"; }
screen() { as "$1" 6100 tmux -S "$work/$1/tmux" capture-pane -p; }
shows() { screen "$1" | grep -q -- "$2"; }
finish() { for user in anna bob; do as "$user" 6100 tmux -S "$work/$user/tmux" kill-server 2>/dev/null || :; done; }

echo '== a monitor that is started before the recorder: nothing is shared, and it is said'
monitor anna
await shows anna 'not shared'
screen anna | grep -o 'Acknowledgements and planned work are not shared[^│]*' | sed "s,$work,…,g" | head -1

echo '== the recorder creates the directory of the team'
as recorder 6100 castwatch record 2>"$work/recorder/log" & children+=($!)
await test -d "$work/shared/team"
stat -c '%U %a %n' "$work/shared" "$work/shared/team" | sed "s,$work,…,"
await shows anna 'shared from now on'
screen anna | grep -o 'Acknowledgements and planned work are shared from now on'

echo '== anna acknowledges the first problem; bob, whose profile has another name, sees it'
monitor bob
for user in anna bob; do await shows "$user" '0 Problems'; keys "$user" 0; await shows "$user" '✖ .*unhealthy'; done
keys anna a; await shows anna 'Acknowledge '; keys anna -l 'calling the carrier'; keys anna Enter
await shows bob '✓ anna'
screen bob | grep -m1 '✓ anna' | cut -c1-100
stat -c '%U %a %n' "$work"/shared/team/acknowledged* | sed "s,$work,…,; s,-[0-9a-f]*\.,-….,"

echo '== check and report of bob say who has it'
{ as bob 6100 castwatch check --polls 2 || :; } | grep -m1 -o '1 incident (1 acknowledged)'
await sh -c "$(declare -f as); work=$work; as bob 6100 castwatch report --since 10m | grep -q 'Acknowledged by'"
as bob 6100 castwatch report --since 10m | grep -m1 -o 'Acknowledged by.*' | sed 's/[0-9:]\{8\}/…/g'

ends() { await sh -c "$(declare -f as screen); work=$work; ! screen $1 >/dev/null 2>&1"; }
since() { keys bob : ; keys bob -l "since $1"; keys bob Enter; await shows bob 'go there'; }
echo '== bob asks what happened, and Enter leads there'
since 10m
screen bob | grep -o 'Since [0-9].*ago: [^─]*' | sed 's/[0-9][0-9]:[0-9][0-9]/…/g'
screen bob | grep -o '✖ [0-9:]* cluster: .* stands' | sed 's/[0-9][0-9]:[0-9][0-9]/…/g; s/   */  /g'
keys bob Enter; await sh -c "$(declare -f as screen); work=$work; ! screen bob | grep -q 'go there'"; shows bob 'Problems, worst first' && echo 'bob is at the problem'
echo '== bob was away for eight hours and starts again'
keys bob q; ends bob
memory=$(ls "$work"/bob/.local/state/castwatch/cluster-*.json)
jq '.looked.last -= 8 * 3600 * 1000' "$memory" >"$work/memory" && cat "$work/memory" >"$memory"
monitor bob; await shows bob 'You left'
screen bob | grep -o 'You left 8h ago[^│]*'
echo '== bob ends it; anna sees that'
await shows bob '0 Problems'; keys bob 0; await shows bob '✓ anna'
keys bob G; keys bob a; await shows bob 'No longer acknowledged'
await sh -c "$(declare -f as screen); work=$work; ! screen anna | grep -q '✓ anna'"
echo 'anna sees it as open'

echo '== bob lies: under the name of anna, dated 2036, in files and locks of others; carol still acknowledges, under her own name'
team=$work/shared/team
mine=$(ls "$team"/acknowledged-*.6103); base=${mine%.6103}
# Replaces the note and the date of what bob decided by these.
lie() { as bob 6100 sh -c 'jq --arg note "$2" ".by = \"anna\" | .decisions[] |= {at: 2082758400000, note: \$note}" "$1" >"$1.new" && mv "$1.new" "$1" && touch -d 2036-01-01 "$1"' - "$mine" "$1"; }
lie 'all is well'
await shows anna '✓ bob'
screen anna | grep -m1 -o '✓ bob'
as bob 6100 sh -c 'for uid in $(seq 5000 5150) 6105; do : >"$1.$uid"; done; : >"$1.6105.lock"' - "$base"
monitor carol
await shows carol '0 Problems'; keys carol 0; await shows carol '✓ bob'
keys carol a; await shows carol 'No longer acknowledged'
keys carol a; await shows carol 'Acknowledge '; keys carol -l 'carol looks'; keys carol Enter
await shows anna '✓ carol'
screen anna | grep -m1 -o '✓ carol'
stat -c '%U' "$base".6105-*
keys carol q
as bob 6100 find "$team" -user bob -size 0 -delete

echo '== work on the whole cluster counts only for who allows it, for 30 days at most, with the name of anna; check of bob warns'
plan() { keys anna : ; keys anna -l 'maintenance 90d cluster "disk swap"'; keys anna Enter; }
allow() { printf 'defaults: { wholeClusterWork: true }\n' >>"$work/$1/.config/castwatch/config.yaml"; keys "$1" q; ends "$1"; monitor "$1"; await shows "$1" '0 Problems'; keys "$1" 0; }
plan; await shows anna 'wholeClusterWork'
allow anna; plan; await shows anna 'for 30d'
await shows bob 'Work of anna on the whole cluster does not count'
allow bob; await shows bob '✓ planned by anna'
screen bob | grep -m1 -o '✓ planned[^·]*'
{ as bob 6100 castwatch check --polls 2 || echo "exit $?"; } | grep -o '^CASTWATCH [A-Z]*\|planned work by anna.*, [0-9]* critical\|exit .' | sed 's/until .*counted/until …/'

echo '== who is not in the group reads and writes nothing'
{ as eve 6104 castwatch check --polls 2 || :; } | grep -c acknowledged || :
{ as eve 6104 ls "$work/shared" 2>&1 || :; } | sed "s,$work,…,"

echo '== after the recorder has ended, both still share'
kill "${children[-1]}"; wait "${children[-1]}" || :
unset 'children[-1]'
keys bob : ; keys bob -l 'maintenance off cluster'; keys bob Enter
await sh -c "$(declare -f as screen); work=$work; ! screen anna | grep -q planned"
echo 'bob ended the work of anna'
echo '== a monitor that is started after it reads the history'
keys bob q; ends bob; monitor bob; await shows bob '0 Problems'
sleep 3  # the history is opened after the first frames
since 30m
screen bob | grep -o '✖ [0-9:]* cluster: [^│]*[a-z]' | sed 's/[0-9][0-9]:[0-9][0-9]/…/g; s/   */  /g'
keys bob Escape
for user in anna bob; do keys "$user" q; done
