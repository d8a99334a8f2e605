#!/usr/bin/env bash
# The Debian package, installed, run with one cluster and with two, upgraded, and purged in a copy of this system (overlayfs in namespaces of its own), under a real
# systemd there. Needs root, `unshare`, `nsenter`, systemd, `dpkg`, and the package: debian.sh FILE.deb
source "$(dirname "$0")/common.sh"
deb=$(realpath "$1")
simulate --scenario incident
url=$(simulated url)

cgroups=$(findmnt -n -t cgroup2 -o TARGET | head -1)
group=$cgroups/castwatch-test-$$
mkdir "$group"
finish() {
  [ -z "${manager:-}" ] || kill -KILL "$manager" 2>/dev/null || :
  await sh -c "find '$group' -depth -type d -exec rmdir {} + 2>/dev/null"
}
mkdir "$work/over"
cp "$deb" "$work/castwatch.deb"
cat >"$work/inside" <<'INSIDE'
set -e
mount --make-rprivate /
cd "$1"
mount -t tmpfs tmpfs over
mkdir over/upper over/work over/root
mount -t overlay -o lowerdir=/,upperdir=over/upper,workdir=over/work overlay over/root
new=$1/over/root
mount --rbind /dev "$new/dev"
mount -t proc proc "$new/proc"
mount -t tmpfs -o mode=755 tmpfs "$new/run"
mount -t sysfs sysfs "$new/sys"
mkdir -p "$new/sys/fs/cgroup"
mount -t cgroup2 cgroup2 "$new/sys/fs/cgroup"
cp castwatch.deb "$new/root/"
# An image of a container forbids packages to start services.
rm -f "$new/usr/sbin/policy-rc.d"
cd "$new"
pivot_root . mnt
mount --make-rshared /
umount -l /mnt
mkdir -p /run/units
for target in sysinit basic shutdown network-online multi-user; do
  printf '[Unit]\nDefaultDependencies=no\n' >/run/units/$target.target
done
ln -s multi-user.target /run/units/default.target
export container=test SYSTEMD_UNIT_PATH=/run/units:/etc/systemd/system:/lib/systemd/system
exec /lib/systemd/systemd --system --log-target=null --show-status=no
INSIDE
sh -c 'echo $$ >"$1/cgroup.procs" && shift && exec "$@"' - "$group" \
  unshare --mount --pid --cgroup --ipc --uts --fork --kill-child sh "$work/inside" "$work" >"$work/inside.log" 2>&1 & children+=($!)
await pgrep -P $! >/dev/null
manager=$(pgrep -P $!)
inside() { nsenter -t "$manager" -m -p -C -r -w -- env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TERM=xterm-256color LANG=C.UTF-8 "$@"; }
await inside systemctl is-active -q multi-user.target
show() { inside systemctl show "$1.service" -p ActiveState -p StatusText -p ExecMainStatus | sed "s#$url#URL#"; }

echo '== dpkg -i'
began=$(date +%s%N)
inside dpkg -i /root/castwatch.deb 2>&1 | grep -v 'Reading database' || :
inside sh -c 'castwatch --version; ls -ld /etc/castwatch /etc/castwatch/config.yaml | cut -c1-40; man -w castwatch 2>/dev/null || ls /usr/share/man/man1/castwatch.1.gz'
inside env CASTWATCH_PASSWORD="$(simulated password)" castwatch snapshot --url "$url" --username operator --screen overview --size 100x30 | head -3 | sed "s#${url#http://}#HOST:PORT#"
echo "from dpkg -i to the first frame of a cluster: $((($(date +%s%N) - began) / 1000000)) ms"
echo '== the unit without a cluster ends with an error and is not started again'
inside systemctl start castwatch.service || :
show castwatch
echo '== a cluster in /etc/castwatch/config.yaml'
inside sh -c 'printf %s "$1" | install -m 0440 -g castwatch /dev/stdin /etc/castwatch/lab.password
  printf "clusters:\n  lab: { url: \"%s\", username: operator, password: { file: lab.password } }\n" "$2" >>/etc/castwatch/config.yaml' \
  - "$(simulated password)" "$url"
inside systemctl reset-failed castwatch.service
inside systemctl enable -q --now castwatch.service castwatch-export.service
show castwatch
show castwatch-export
inside sh -c 'ps -o user= -p "$(systemctl show -P MainPID castwatch.service)"; ls -l /etc/castwatch | sed 1d | cut -c1-36'
served() { curl -s http://127.0.0.1:17864/metrics | grep '^castwatch_up{resource="dashboard"'; }
await sh -c 'curl -s http://127.0.0.1:17864/metrics | grep -q "^castwatch_up"'
served
inside systemctl reload castwatch.service && echo 'reload reads the configuration again'
echo '== a second cluster, and the history for the team'
castwatch simulate --seed 2 >"$work/second.json" & children+=($!)
await test -s "$work/second.json"
inside sh -c 'printf "  second: { url: \"%s\", username: operator, password: { file: lab.password } }\n" "$1" >>/etc/castwatch/config.yaml' \
  - "$(jq -r .url "$work/second.json")"
inside systemctl restart castwatch.service castwatch-export.service
show castwatch
show castwatch-export
await sh -c 'curl -s http://127.0.0.1:17864/metrics | grep -q "^castwatch_cluster_viewers{cluster=.second"'
served
inside sh -c 'useradd --create-home ann && useradd --create-home eve && adduser --quiet ann castwatch-history
  for user in ann eve; do
    install -d -o $user "/home/$user/.config/castwatch"
    printf "history: { directory: /var/lib/castwatch-history }\nclusters:\n  lab: { url: \"%s\", username: x, password: { prompt: true } }\n" "$1" |
      install -m 600 -o $user /dev/stdin "/home/$user/.config/castwatch/config.yaml"
  done' - "$url"
await inside su ann -c 'castwatch report --since 1m >/dev/null 2>&1'
echo 'ann, in the group, reads the history'
inside su eve -c 'castwatch report --since 1m' 2>&1 | sed "s#${url#http://}#HOST:PORT#" | head -3 || :
echo '== upgrade'
ids() { inside systemctl show -P MainPID castwatch.service castwatch-export.service | xargs; }
before=$(ids)
inside env DEBIAN_FRONTEND=noninteractive dpkg -i /root/castwatch.deb 2>&1 </dev/null | grep -v 'Reading database' || :
[ "$(ids | wc -w)" = 2 ] && [ "$before" != "$(ids)" ] && echo 'both services run, as new processes'
await sh -c 'curl -s http://127.0.0.1:17864/metrics | grep -q "^castwatch_cluster_viewers{cluster=.second"'
served
inside sh -c 'grep -c "second:" /etc/castwatch/config.yaml; ls -d /etc/systemd/system/multi-user.target.wants/castwatch*'
echo '== purge'
inside dpkg --purge castwatch 2>&1 | grep -v 'Reading database' || :
inside sh -c 'ls -d /etc/castwatch /var/lib/castwatch* /usr/bin/castwatch /lib/systemd/system/castwatch* /etc/systemd/system/*.wants/castwatch* 2>/dev/null || echo "nothing is left"
  id castwatch 2>&1; systemctl is-active castwatch.service || :'
