#!/usr/bin/env bash
# One incident is one alert whatever the way: by the rules in a real Prometheus, by `record`, and by both, into two members of
# a real Alertmanager. It fires, is silenced from either side, opens from its own line, grows and ends; one member is killed, the
# exporter is started again. Needs the programs of the first line below.
for program in prometheus promtool prometheus-alertmanager amtool tmux python3; do
  command -v "$program" >/dev/null || { echo "skipped: there is no $program"; exit 0; }
done
source "$(dirname "$0")/common.sh"
finish() { tmux -S "$work/tmux" kill-server 2>/dev/null || :; }
simulate --scenario sick
profile eu
# A second cluster, so that a command without its profile cannot be right.
cat >>"$work/.config/castwatch/config.yaml" <<CONFIG
  us: { url: "http://127.0.0.1:9", username: u, password: { file: $work/password } }
alerts:
  runbook: https://wiki.example.com/{kind}
  alertmanager: { urls: ["http://127.0.0.1:19193", "http://127.0.0.1:19293"] }
CONFIG
cat >"$work/hook.py" <<'HOOK'
import http.server, sys
class Hook(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers['content-length']))
        open(sys.argv[1], 'ab').write(body + b'\n')
        self.send_response(200); self.end_headers()
    def log_message(self, *_): pass
http.server.HTTPServer(('127.0.0.1', 19180), Hook).serve_forever()
HOOK
python3 "$work/hook.py" "$work/pages" & children+=($!)
printf 'route: { receiver: hook, group_by: [incident], group_wait: 1s, group_interval: 2s, repeat_interval: 1h }\nreceivers: [{ name: hook, webhook_configs: [{ url: "http://127.0.0.1:19180" }] }]\n' >"$work/am.yml"
member() {
  prometheus-alertmanager --config.file="$work/am.yml" --storage.path="$work/am$1" --web.listen-address="127.0.0.1:19${1}93" \
    --cluster.listen-address="127.0.0.1:19${1}94" --cluster.peer=127.0.0.1:19194 >>"$work/am$1.log" 2>&1 &
  children+=($!)
  await curl -fs "http://127.0.0.1:19${1}93/-/ready" >/dev/null
}
member 1
# Only the first member pages: the second one would wait whether it does.
sed -i 's/, webhook_configs: .*/ }]/' "$work/am.yml"
member 2; second=$!
castwatch alerts test alertmanager
castwatch export --print-rules >"$work/rules.yml"
promtool check rules "$work/rules.yml" | tail -1
cat >"$work/prometheus.yml" <<CONFIG
global: { scrape_interval: 1s, evaluation_interval: 1s }
rule_files: [rules.yml]
alerting: { alertmanagers: [{ static_configs: [{ targets: ['127.0.0.1:19193', '127.0.0.1:19293'] }] }] }
scrape_configs: [{ job_name: castwatch, static_configs: [{ targets: ['127.0.0.1:19464'] }] }]
CONFIG
# What Alertmanager has of incidents: identity, state, and whose words they are; the pages that were sent.
alerts() { curl -fs "http://127.0.0.1:${2:-19193}/api/v2/alerts?filter=alertname=CastwatchIncident" | jq -r "$1"; }
pages() { grep -c '"status":"firing"' "$work/pages" || :; }
same() { [ "$(alerts '[.[].labels.incident] | length == (unique | length)')" = true ]; }
labels='.[] | .labels | [keys_unsorted, .kind, .severity] | flatten | join(" ")'
monitor() { tmux -S "$work/tmux" -f /dev/null new-session -d -s w -x 120 -y 40 "$1"; }
shows() { tmux -S "$work/tmux" capture-pane -p -t w | grep "$1" >/dev/null; }
critical='.[] | select(.labels.severity == "critical")'

echo '== by the rules alone'
sed '/^  alertmanager/d' "$work/.config/castwatch/config.yaml" >"$work/rules-only.yaml"
chmod 600 "$work/rules-only.yaml"
castwatch export --config "$work/rules-only.yaml" --profile eu --listen 127.0.0.1:19464 >"$work/url" & exporter=$!
children+=("$exporter")
prometheus --config.file="$work/prometheus.yml" --storage.tsdb.path="$work/data" --web.listen-address=127.0.0.1:19090 \
  >"$work/prometheus.log" 2>&1 & children+=($!)
fires() { [ -n "$(alerts "$critical" 2>/dev/null)" ]; }
await fires
alerts "$labels" | sort -u
alerts "$critical | .annotations | .summary, .runbook_url" | head -2
alerts "$critical | .annotations.description" | head -1 | sed 's/[0-9.]\+/N/g'
by_rules=$(alerts "$critical | .labels.incident" | sort)

echo '== a silence on the alert of the rules is shown by the monitor, which its own line opens'
id=$(head -1 <<<"$by_rules")
amtool --alertmanager.url=http://127.0.0.1:19193 silence add alertname=CastwatchIncident "incident=$id" --author ann --comment 'disk swap' --duration 1h >/dev/null
monitor "$(alerts ".[] | select(.labels.incident == \"$id\").annotations.command")"
await shows 'ann: disk swap' && echo shown

echo '== record says the same: no alert and no page more'
before=$(pages)
castwatch record --profile eu >"$work/record.log" 2>&1 & recorder=$!
children+=("$recorder")
both() { [ -n "$(alerts "$critical | .annotations.what_changed // empty")" ]; }
await both
sleep 5
[ "$(alerts "$critical | .labels.incident" | sort)" = "$by_rules" ] && echo 'the same incidents'
same && echo "one alert each; pages more: $(($(pages) - before))"

echo '== one member is killed: back, it hears everything again'
kill -9 "$second"
member 2
heard() { [ "$(alerts "$critical | .labels.incident" 19293 2>/dev/null | sort)" = "$by_rules" ]; }
await heard && echo back

echo '== a in the monitor silences both'
amtool --alertmanager.url=http://127.0.0.1:19193 silence expire $(amtool --alertmanager.url=http://127.0.0.1:19193 silence query -q)
gone() { ! shows 'ann: disk swap'; }
await gone
tmux -S "$work/tmux" send-keys -t w a; await shows 'Acknowledge '
tmux -S "$work/tmux" send-keys -t w 'looking at it' Enter; await shows 'Silence in Alertmanager'
tmux -S "$work/tmux" send-keys -t w Enter; await shows 'is silenced in Alertmanager'
curl -fs http://127.0.0.1:19193/api/v2/silences | jq -r '.[] | select(.status.state == "active") | [.comment, .matchers[].name] | join(" ")'
silenced() { [ "$(alerts ".[] | select(.labels.incident == \"$id\").status.state")" = suppressed ]; }
await silenced && echo suppressed
tmux -S "$work/tmux" kill-session -t w

echo '== the exporter is started again: nothing is resolved'
kill "$exporter"; wait "$exporter" || :
castwatch export --config "$work/rules-only.yaml" --profile eu --listen 127.0.0.1:19464 >"$work/url" & children+=($!)
known() { curl -fs http://127.0.0.1:19464/metrics | awk '/^castwatch_judged_seconds/ { found = $2 > 95 } END { exit !found }'; }
await known
kinds() { jq -r --arg id "$1" '.alerts[] | select(.labels.incident == $id) | [.status, .labels.kind, .labels.severity] | join(" ")' "$work/pages"; }
! kinds "$id" | grep -q resolved && same && echo 'nothing is resolved'

echo '== the cluster is away and gets worse, and is back: each is one page'
kill "${children[0]}"; wait "${children[0]}" || :
stale() { alerts '.[] | select(.labels.kind == "stale" and .status.state == "active") | .labels | select(.severity == "'"$1"'").incident'; }
is() { [ -n "$(stale "$1")" ]; }
await is critical
lost=$(stale critical)
castwatch simulate --scenario sick --port "$(simulated url | sed 's/.*://')" >"$work/again.json" & children+=($!)
over() { [ -z "$(alerts ".[] | select(.labels.incident == \"$lost\").labels.kind")" ]; }
tries=400 await over
sleep 5
kinds "$lost"
