#!/usr/bin/env bash
# Writes a history of ninety days to a real Prometheus and a real VictoriaMetrics, and reads back what a file of ten days does
# not have: the charts are compared. Needs `prometheus`, `promtool`, `victoria-metrics` and `sqlite3` besides, and runs in the
# repository after `npm ci`.
source "$(dirname "$0")/common.sh"
node=$here/../../node_modules/.bin/node

echo '== histories of 90 and of 10 days'
"$node" "$here/ninety-days.ts" "$work/full.db" "$work/short.db"
castwatch history backfill --file "$work/full.db" --label cluster=eu --label job=castwatch \
  --metric cluster_viewers --metric group_out_bytes_per_second --metric server_cpu_ratio \
  --metric server_out_bytes_per_second >"$work/full.om"
echo "$(grep -vc '^#' "$work/full.om") samples of $(grep -c '^# TYPE' "$work/full.om") metrics, $(stat -c %s "$work/full.om") bytes"

echo '== promtool tsdb create-blocks-from openmetrics'
promtool tsdb create-blocks-from openmetrics "$work/full.om" "$work/data" >"$work/blocks"
echo "$(($(wc -l <"$work/blocks") - 1)) blocks"
prometheus --config.file=/dev/null --storage.tsdb.path="$work/data" --storage.tsdb.retention.time=400d \
  --web.listen-address=127.0.0.1:19090 >"$work/log" 2>&1 & children+=($!)
await curl -fso "$work/ready" http://127.0.0.1:19090/-/ready
"$node" "$here/compare-charts.ts" "$work/full.db" "$work/short.db" http://127.0.0.1:19090

echo '== VictoriaMetrics'
victoria-metrics -storageDataPath="$work/vm" -retentionPeriod=13 -httpListenAddr=127.0.0.1:18428 >"$work/vm.log" 2>&1 & children+=($!)
await curl -fso "$work/ready" http://127.0.0.1:18428/health
curl -fs --data-binary "@$work/full.om" http://127.0.0.1:18428/api/v1/import/prometheus
curl -fs http://127.0.0.1:18428/internal/force_flush
"$node" "$here/compare-charts.ts" "$work/full.db" "$work/short.db" http://127.0.0.1:18428

echo '== sqlite3 and the views'
castwatch history views >"$work/views.sql"
sqlite3 -readonly -init "$work/views.sql" "$work/short.db" "SELECT count(*) || ' problems' FROM problems;
  SELECT count(*) || ' events' FROM events; SELECT count(*) || ' sessions' FROM stream_sessions;" 2>/dev/null
