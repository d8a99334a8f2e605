#!/usr/bin/env bash
# The printed units under a real systemd, which runs in namespaces of its own: it sees neither the services nor the
# /home, /run and /var/lib of this machine. Needs root, `unshare`, `nsenter`, `tmux` and systemd 247 or newer. The program must
# not lie below /home, /root or /tmp, which the services do not see.
source "$(dirname "$0")/common.sh"
simulate
url=$(simulated url)

cgroups=$(findmnt -n -t cgroup2 -o TARGET | head -1)
group=$cgroups/castwatch-test-$$
mkdir "$group"
finish() {
  [ -z "${manager:-}" ] || kill -KILL "$manager" 2>/dev/null || :
  await sh -c "find '$group' -depth -type d -exec rmdir {} + 2>/dev/null"
}

cat >"$work/inside" <<'INSIDE'
mount --make-rprivate / && mount --make-rshared /
mount -t proc proc /proc
for place in /run /home /var/lib; do mount -t tmpfs -o mode=755 tmpfs $place; done
mount --bind "$1" "$1"
umount -R /sys/fs/cgroup && mount -t cgroup2 cgroup2 /sys/fs/cgroup
mkdir -p /run/units /home/ann
for target in sysinit basic shutdown network-online multi-user; do
  printf '[Unit]\nDefaultDependencies=no\n' >/run/units/$target.target
done
ln -s multi-user.target /run/units/default.target
export container=test SYSTEMD_UNIT_PATH=/run/units
exec /lib/systemd/systemd --system --log-target=null --show-status=no
INSIDE
sh -c 'echo $$ >"$1/cgroup.procs" && shift && exec "$@"' - "$group" \
  unshare --mount --pid --cgroup --ipc --uts --fork --kill-child sh "$work/inside" "$work" >/dev/null 2>&1 & children+=($!)
await pgrep -P $! >/dev/null
manager=$(pgrep -P $!)
inside() { nsenter -t "$manager" -m -p -C -- "$@"; }
await inside systemctl is-active -q multi-user.target

show() { inside systemctl show "$1.service" -p ActiveState -p SubState -p StatusText -p NRestarts -p ExecMainStatus; }
says() { inside systemctl show "$1.service" -p "$2" | grep -q "$3"; }
now() { inside systemctl "$@"; }
# Prints the unit of a command as root would, from a configuration of Ann, and starts it.
install() {
  inside env HOME=/home/ann PATH="$PATH" castwatch "$1" --profile lab --print-unit systemd >"$work/unit"
  inside cp "$work/unit" "/run/units/$2.service"
  now daemon-reload
}

inside sh -c 'umask 077; mkdir -p /home/ann/.config/castwatch; cd /home/ann/.config/castwatch
  printf %s "$1" >lab.password
  printf "clusters:\n  lab: { url: \"%s\", username: operator, password: { file: lab.password } }\n" "$2" >config.yaml' \
  - "$(simulated password)" "$url"

echo "== $(/lib/systemd/systemd --version | head -1): the unit of record, for a configuration below a home"
install record castwatch
sed -n '/^#/p; /^Load/p; /CONFIG/p; /^Dynamic/p' "$work/unit"
echo '== it starts once data arrive'
now start castwatch.service
show castwatch
inside sh -c 'stat -c "%U %a %n" /run/credentials/castwatch.service/*'
await inside sh -c 'test -n "$(find /var/lib/private/castwatch -name "*.db" -size +0)"'
echo 'the history is written below /var/lib/castwatch'
echo '== the program hangs: the watchdog (here after 4 s) restarts it'
inside mkdir /run/units/castwatch.service.d
inside sh -c 'printf "[Service]\nWatchdogSec=4\nRestartSec=1\n" >/run/units/castwatch.service.d/test.conf'
now daemon-reload
now restart castwatch.service
sleep 9  # longer than the time limit of the watchdog
says castwatch NRestarts =0 && echo 'while data arrive it stays'
now kill -s STOP --kill-who=main castwatch.service
await says castwatch NRestarts =1
await says castwatch ActiveState =active
show castwatch
inside rm -r /run/units/castwatch.service.d
now daemon-reload
now restart castwatch.service
echo '== the unit of export'
install export castwatch-export
now start castwatch-export.service
curl -s http://127.0.0.1:17864/metrics | grep '^castwatch_up'
now stop castwatch-export.service
echo '== the cluster is gone: no reason to restart'
kill "${children[0]}"
await says castwatch StatusText 'no data'
show castwatch
now stop castwatch.service
show castwatch
echo '== a wrong password ends it with an error, and later tries follow slowly'
castwatch simulate --port "${url##*:}" >"$work/simulator.json" & children+=($!)
await curl -so /dev/null "$url"
inside sh -c 'echo wrong >/home/ann/.config/castwatch/lab.password'
now start castwatch.service
await says castwatch SubState auto-restart
show castwatch
now stop castwatch.service
echo '== a shared history: the unit has a user that lasts, and a group of its own reads'
rm "$work/simulator.json"
simulate --scenario sick --seed 3
{ cat /etc/passwd; printf '%s:x:%s::/home/%s:/bin/sh\n' castwatch 6101:6101 none anna 6102:6102 anna bob 6103:6103 bob; } >"$work/passwd"
{ cat /etc/group; echo castwatch:x:6101:; echo castwatch-history:x:6104:anna,bob; } >"$work/group"
for file in passwd group; do inside mount --bind "$work/$file" "/etc/$file"; done
inside sh -c 'cd /home/ann/.config/castwatch && printf %s "$1" >lab.password
  printf "history: { directory: /var/lib/castwatch-history }\nclusters:\n  lab: { url: \"%s\", username: operator, password: { file: lab.password } }\n" "$2" >config.yaml
  for user in anna bob; do
    cp -r /home/ann /home/$user && chown -R $user /home/$user
  done' - "$(simulated password)" "$(simulated url)"
# A user of the group; their monitor, its keys and its screen.
as() { local user=$1; shift; inside setpriv --reuid="$user" --regid=6104 --clear-groups env -i PATH="$PATH" TERM=xterm-256color LANG=C.UTF-8 HOME="/home/$user" "$@"; }
monitor() { as "$1" tmux -f /dev/null -S "/home/$1/tmux" new-session -d -x 120 -y 40 castwatch; }
keys() { local user=$1; shift; as "$user" tmux -S "/home/$user/tmux" send-keys "$@"; }
shows() { as "$1" tmux -S "/home/$1/tmux" capture-pane -p | grep -q -- "$2"; }
monitor anna
await shows anna 'not shared' && echo 'anna watches before the service runs'
install record castwatch
sed -n '/useradd/p; /groupadd/p; /install -d/p; /^User/p; /^State/p; /^ReadWrite/p' "$work/unit"
inside sh -c "$(sed -n 's/^# \(install -d\)/\1/p' "$work/unit")"
inside systemd-analyze verify /run/units/castwatch.service && echo 'systemd-analyze verify finds no fault'
now start castwatch.service
await says castwatch StatusText 'data arrive'
show castwatch
await inside sh -c 'test -s /var/lib/castwatch-history/*.db'
inside sh -c 'cd /var/lib && stat -c "%U:%G %a %n" castwatch castwatch-history castwatch-history/team castwatch-history/*.db' | sed 's,-[0-9a-f]*\.db,-….db,'
{ as anna cat /var/lib/castwatch/* 2>&1 || :; }
await shows anna 'shared from now on'
monitor bob
for user in anna bob; do keys "$user" 0; await shows "$user" '✖ .*unhealthy'; done
keys anna a; await shows anna 'Acknowledge '; keys anna -l 'calling the carrier'; keys anna Enter
await shows bob '✓ anna' && echo 'bob sees that anna has it'
now stop castwatch.service
keys bob q
await sh -c "$(declare -f as inside shows); manager=$manager; ! shows bob castwatch 2>/dev/null"
monitor bob
await shows bob '0 Problems'; keys bob 0
await shows bob '✓ anna' && echo 'bob sees it again after the service has ended'
{ as bob castwatch report --since 10m || :; } | grep -q 'Acknowledged by' && echo 'and in a report of the history'
for user in anna bob; do as "$user" tmux -S "/home/$user/tmux" kill-server; done
