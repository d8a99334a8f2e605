#!/usr/bin/env bash
# Drives two members of a real Alertmanager: alerts of an incident on both, one member killed and started again, a silence
# written there and one written by castwatch, and the end of an alert. Needs `prometheus-alertmanager`, `amtool` and `tmux`.
source "$(dirname "$0")/common.sh"
finish() { tmux -S "$work/tmux" kill-server 2>/dev/null || :; }
simulate --scenario sick
profile eu
cat >>"$work/.config/castwatch/config.yaml" <<CONFIG
alerts:
  alertmanager: { urls: ["http://127.0.0.1:19193", "http://127.0.0.1:19293"] }
CONFIG
printf 'route: { receiver: none }\nreceivers: [{ name: none }]\n' >"$work/am.yml"
member() {
  prometheus-alertmanager --config.file="$work/am.yml" --storage.path="$work/am$1" --web.listen-address="127.0.0.1:19${1}93" \
    --cluster.listen-address="127.0.0.1:19${1}94" --cluster.peer=127.0.0.1:19194 >>"$work/am$1.log" 2>&1 &
  children+=($!)
  await curl -fs "http://127.0.0.1:19${1}93/-/ready" >/dev/null
}
member 1
member 2; second=$!
alerts() { curl -fs "http://127.0.0.1:19${1}93/api/v2/alerts?filter=cluster=eu" | jq -r '.[] | [.labels.alertname, .labels.severity, .status.state, .annotations.culprit] | join(" ")' | sort; }
has() { alerts "$1" | grep -q "$2"; }

echo '== alerts test: both members answer'
castwatch alerts test alertmanager

echo '== raised on both members, the same'
castwatch record >"$work/record.log" 2>&1 & children+=($!)
await has 1 'critical active'
await has 2 'critical active'
alerts 1
same() { diff <(alerts 1) <(alerts 2) >/dev/null; }
await same && echo same

echo '== one member is killed: the other is told on; back, it hears everything again'
kill -9 "$second"
member 2
await has 2 'critical active' && echo back

echo '== a silence written in Alertmanager is shown by the monitor'
incident=$(curl -fs 'http://127.0.0.1:19193/api/v2/alerts?filter=cluster=eu' | jq -r '.[] | select(.labels.severity == "critical").labels.incident' | head -1)
amtool --alertmanager.url=http://127.0.0.1:19193 silence add "incident=$incident" --author ann --comment 'disk swap' --duration 1h >/dev/null
tmux -S "$work/tmux" -f /dev/null new-session -d -s w -x 120 -y 40 castwatch --screen problems
shows() { tmux -S "$work/tmux" capture-pane -p -t w | grep -q "$1"; }
await shows 'disk swap'
tmux -S "$work/tmux" capture-pane -p -t w | grep -o 'ann: disk swap' | head -1

echo '== a acknowledges, and writes a silence that Alertmanager knows'
await shows 'restarted'
tmux -S "$work/tmux" send-keys -t w g a; await shows 'Acknowledge '
tmux -S "$work/tmux" send-keys -t w 'looking at it' Enter; await shows 'Silence in Alertmanager'
tmux -S "$work/tmux" send-keys -t w Enter; await shows 'is silenced in Alertmanager'
curl -fs http://127.0.0.1:19293/api/v2/silences | jq -r '.[] | [.createdBy, .comment, .status.state] | join(": ")' | sort
tail -n 1 "$work/.local/state/castwatch/audit.jsonl" | jq -r '[.action, .outcome] | join(": ")'
tmux -S "$work/tmux" send-keys -t w ':alerts' Enter; await shows 'Alertmanager\|Silences'
tmux -S "$work/tmux" kill-session -t w
