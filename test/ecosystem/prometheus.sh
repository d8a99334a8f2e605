#!/usr/bin/env bash
# Drives a real Prometheus: metrics, rules and their tests through promtool, and a scrape. Needs `prometheus` and `promtool`
# besides.
source "$(dirname "$0")/common.sh"
simulate --scenario incident
CASTWATCH_PASSWORD=$(simulated password) castwatch export --listen 127.0.0.1:19464 \
  --url "$(simulated url)" --username "$(simulated username)" --stream-metrics 10 >"$work/url" & children+=($!)
until curl -fs http://127.0.0.1:19464/metrics | grep -q castwatch_stream_viewers; do sleep 0.5; done

echo '== promtool check metrics'
curl -fs http://127.0.0.1:19464/metrics | promtool check metrics && echo clean

echo '== promtool check rules, test rules'
castwatch export --print-rules >"$work/rules.yml"
cp "$here/alert-rules.yml" "$work"
promtool check rules "$work/rules.yml"
promtool test rules "$work/alert-rules.yml"

echo '== the dashboard as rules: each query is PromQL'
castwatch export --print-dashboard | jq '{groups: [{name: "dashboard", rules: [.panels[] | .targets // [] | .[]] |
  to_entries | map({record: "castwatch:panel:\(.key)", expr: (.value.expr | gsub("\\$cluster"; ".*"))})}]}' >"$work/dashboard-rules.yml"
promtool check rules "$work/dashboard-rules.yml"

echo '== a scrape'
cat >"$work/prometheus.yml" <<CONFIG
global: { scrape_interval: 2s }
rule_files: [rules.yml]
scrape_configs:
  - job_name: castwatch
    static_configs: [{ targets: ['127.0.0.1:19464'] }]
CONFIG
prometheus --config.file="$work/prometheus.yml" --storage.tsdb.path="$work/data" \
  --web.listen-address=127.0.0.1:19090 >"$work/log" 2>&1 & children+=($!)
ask() { curl -fs http://127.0.0.1:19090/api/v1/query --data-urlencode "query=$1" | jq -r '.data.result | length'; }
until [ "$(ask castwatch_stream_viewers || echo 0)" != 0 ]; do sleep 0.5; done
for query in 'castwatch_up == 1' castwatch_server_cpu_ratio castwatch_stream_viewers process_cpu_seconds_total; do
  echo "$query: $(ask "$query") series"
done
