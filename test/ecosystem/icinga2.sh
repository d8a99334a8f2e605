#!/usr/bin/env bash
# Drives a real Icinga 2 with the definitions of icinga2.conf: what it keeps of a cluster with problems, of a stream that is
# not there, and of a cluster that is gone. Needs `icinga2` besides.
source "$(dirname "$0")/common.sh"
simulate --scenario incident
profile production

# The definitions as they are, but for the place of the program.
sed "s|/usr/local/bin/castwatch|$(command -v castwatch)|" "$here/icinga2.conf" >"$work/castwatch.conf"
cat >"$work/icinga2.conf" <<CONFIG
include <itl>
object Endpoint NodeName {}
object Zone NodeName { endpoints = [ NodeName ] }
object CheckerComponent "checker" {}
object PerfdataWriter "perfdata" {
  service_perfdata_path = "$work/perfdata"
  service_temp_path = "$work/perfdata.tmp"
  host_perfdata_path = "$work/host-perfdata"
  host_temp_path = "$work/host-perfdata.tmp"
  rotation_interval = 2s
  service_format_template = "\$icinga.timet\$\tservice=\$service.name\$\tstate=\$service.state\$ \$service.state_type\$\toutput=\$service.output\$\tperformance data=\$service.perfdata\$"
}
object Host "cluster" {
  check_command = "dummy"
  enable_active_checks = false
}
template Service default {
  check_interval = 6s
  retry_interval = 3s
  max_check_attempts = 2
}
include "$work/castwatch.conf"
object Service "a stream by its address" {
  host_name = "cluster"
  check_command = "castwatch"
  vars.castwatch_url = "$(simulated url)"
  vars.castwatch_username = "$(simulated username)"
  vars.castwatch_password_file = "$work/password"
  vars.castwatch_stream = "no-such-stream"
}
CONFIG

icinga=(icinga2 daemon -c "$work/icinga2.conf" -D NodeName=monitor -D ZoneName=monitor -D DataDir="$work/data"
  -D CacheDir="$work/cache" -D InitRunDir="$work/run" -D LogDir="$work/log" -D SpoolDir="$work/spool"
  -D PidPath="$work/run/icinga2.pid" -D RunAsUser="$(id -un)" -D RunAsGroup="$(id -gn)")
mkdir -p "$work"/{data,cache,run,log,spool}
echo '== icinga2 daemon -C'
"${icinga[@]}" -C >"$work/verify" 2>&1 || { cat "$work/verify"; exit 1; }
grep -oE 'Instantiated .* Services\.|Finished validating.*' "$work/verify"
"${icinga[@]}" >"$work/icinga.log" 2>&1 & children+=($!)

# The newest of what Icinga wrote of one service.
kept() { cat "$work"/perfdata.tmp "$work"/perfdata* 2>/dev/null | grep -a "service=$1	" | sort -n | tail -1; }
is() { [[ $(kept "$1") == *"state=$2 HARD"* ]]; }
show() { kept "$1" | tr '\t' '\n' | grep = | cut -c1-300; }

echo '== problems'
await is castwatch CRITICAL
show castwatch
echo '== a stream that is not there'
await is 'a stream by its address' CRITICAL
show 'a stream by its address'
echo '== the cluster is gone'
kill "${children[0]}"
await is castwatch UNKNOWN
show castwatch
