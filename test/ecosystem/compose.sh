#!/usr/bin/env bash
# What src/build/container does, step by step without containers: the commands of Dockerfile and compose.yaml, each castwatch
# in a read-only root of its own (bwrap) without rights, and Debian's Prometheus and Alertmanager. Grafana is not in Debian:
# its files are only parsed. Needs root, `git`, `npm`, `bwrap`, `setpriv`, `prometheus`, `prometheus-alertmanager`, `amtool`.
source "$(dirname "$0")/common.sh"
top=$(cd "$here/../.." && pwd)
container=$top/src/build/container
seconds() { printf '%s: %d s\n' "$1" $(($(date +%s) - began)); }

echo '== the build stage, with the simulator for all, on a copy with what .dockerignore lets through'
began=$(date +%s)
mkdir "$work/src" && git -C "$top" archive HEAD package.json package-lock.json LICENSE CHANGELOG.md src | tar -x -C "$work/src"
(cd "$work/src" && npm ci --no-audit --no-fund --loglevel=error && npm run --silent build && chmod +x dist/castwatch.js) >"$work/build.log" 2>&1
seconds 'npm ci && npm run build'
node=$work/src/node_modules/node/bin/node

# A value of compose.yaml as JSON.
compose() {
  (cd "$work/src" && "$node" -e '
    const { parse } = require("yaml");
    const file = parse(require("fs").readFileSync(process.argv[1], "utf8"), { merge: true });
    console.log(JSON.stringify(process.argv.slice(2).reduce((at, key) => at?.[key], file) ?? null));' "$container/compose.yaml" "$@")
}
# Names and places of the containers, as they are here.
here_words() { sed "s#cluster:8080#127.0.0.1:18080#; s#^0\.0\.0\.0\$#127.0.0.1#; s#^8080\$#18080#; s#0\.0\.0\.0:17864#127.0.0.1:19464#; s#export:17864#127.0.0.1:19464#; s#alertmanager:9093#127.0.0.1:19093#; s#/etc/\(prometheus\|alertmanager\)/#$work/#; s#=/\(prometheus\|alertmanager\)\$#=$work/\1-data#; s#^\[/files#[$work/files#"; }
words() { mapfile -t command < <(compose services "$1" command | jq -r '.[]' | here_words); }

mkdir -m 700 "$work/state" "$work/files"
chown 1000:1000 "$work/state" "$work/files"
chmod 755 "$work"
# The last stage: user node, nothing writable but the volume and /tmp, no capability.
contained() {
  bwrap --unshare-pid --unshare-ipc --die-with-parent --ro-bind /usr /usr --ro-bind /etc /etc --symlink usr/bin /bin \
    --symlink usr/lib /lib --symlink usr/lib64 /lib64 --proc /proc --dev /dev --perms 1777 --tmpfs /tmp \
    --perms 755 --dir /opt --perms 755 --dir /opt/bin --perms 755 --dir /opt/node \
    --ro-bind "$work/src/dist" /opt/castwatch --ro-bind "$node" /opt/node/node --bind "$work/state" /state \
    --bind "$work/files" /files --symlink /opt/castwatch/castwatch.js /opt/bin/castwatch \
    --clearenv --setenv PATH /opt/bin:/opt/node:/bin --setenv NODE_ENV production --setenv LANG C.UTF-8 \
    --setenv XDG_CONFIG_HOME /etc --setenv XDG_STATE_HOME /state --setenv XDG_CACHE_HOME /tmp \
    --setenv CASTWATCH_PASSWORD operator-1 \
    setpriv --reuid 1000 --regid 1000 --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all "$@"
}
start() {
  words "$1"
  contained castwatch "${command[@]}" >"$work/$1.out" 2>"$work/$1.err" & children+=($!)
}

echo '== files: rules and dashboard'
words files
contained sh -c "${command[0]}"
ls -l "$work/files" | awk 'NR > 1 { print $1, $NF }'
began=$(date +%s)
echo '== cluster, record, export'
start cluster
await grep -q url "$work/cluster.out"
start record
start export
await grep -q 'is being written' "$work/record.err"
await grep -q /metrics "$work/export.out"
await sh -c "find '$work/state' -name '*.db' -size +0 | grep -q ."
contained sh -c 'touch /opt/x /usr/x 2>/dev/null || echo "the root is read-only"; id -u; grep CapEff /proc/self/status'
echo '== prometheus and alertmanager with the files of compose.yaml'
for name in prometheus alertmanager; do
  sed "s#export:17864#127.0.0.1:19464#; s#alertmanager:9093#127.0.0.1:19093#; s#\[/files#[$work/files#" "$container/$name.yml" >"$work/$name.yml"
done
amtool check-config "$work/alertmanager.yml" | sed -n "1s#$work#WORK#p"
promtool check config "$work/prometheus.yml" | sed "s#$work#WORK#g; s/^ *//; /^\$/d"
words alertmanager
prometheus-alertmanager "${command[@]}" --web.listen-address=127.0.0.1:19093 --cluster.listen-address= >"$work/am.log" 2>&1 & children+=($!)
words prometheus
prometheus "${command[@]}" --web.listen-address=127.0.0.1:19090 >"$work/prom.log" 2>&1 & children+=($!)
ask() { curl -fs http://127.0.0.1:19090/api/v1/query --data-urlencode "query=$1" | jq -r '.data.result | length'; }
await sh -c "curl -fs http://127.0.0.1:19090/api/v1/query --data-urlencode query=castwatch_up | grep -q dashboard"
seconds 'from the start of the cluster to its first figures in Prometheus'
for query in 'castwatch_up == 1' castwatch_server_cpu_ratio castwatch_stream_viewers; do echo "$query: $(ask "$query") series"; done
await sh -c "curl -fs http://127.0.0.1:19093/api/v2/alerts | grep -q Castwatch"
seconds 'to the first alert in Alertmanager'
curl -fs http://127.0.0.1:19093/api/v2/alerts | jq -r '.[] | "\(.labels.alertname) \(.labels.severity): \(.annotations.summary)"' | sort | head -5
echo '== the files for grafana are what it reads'
jq -r '"\(.title), \(.panels | length) panels"' "$work/files/castwatch.json"
for name in datasource dashboards; do
  (cd "$work/src" && "$node" -e 'console.log(Object.keys(require("yaml").parse(require("fs").readFileSync(process.argv[1], "utf8"))).join(" "))' "$container/grafana-$name.yml")
done
