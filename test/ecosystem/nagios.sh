#!/usr/bin/env bash
# Drives a real Nagios with the definitions of nagios.cfg: what it keeps of a cluster with problems, and of one that is
# gone. Needs `nagios4` besides.
source "$(dirname "$0")/common.sh"
simulate --scenario incident
profile production

# The definitions as they are, but for the place of the program; the password file stands where $ARG2$ names it.
sed "s|/usr/local/bin/castwatch|$(command -v castwatch)|" "$here/nagios.cfg" >"$work/castwatch.cfg"
cat >"$work/objects.cfg" <<CONFIG
define timeperiod {
    timeperiod_name always
    alias           always
    monday          00:00-24:00
    tuesday         00:00-24:00
    wednesday       00:00-24:00
    thursday        00:00-24:00
    friday          00:00-24:00
    saturday        00:00-24:00
    sunday          00:00-24:00
}
define command {
    command_name no-notification
    command_line /bin/true
}
define contact {
    contact_name                  operator
    host_notification_period      always
    service_notification_period   always
    host_notification_options     n
    service_notification_options  n
    host_notification_commands    no-notification
    service_notification_commands no-notification
}
define host {
    host_name              cluster
    address                $(simulated url)
    max_check_attempts     2
    active_checks_enabled  0
    check_period           always
    notification_period    always
    contacts               operator
}
define service {
    name                   generic-service
    register               0
    max_check_attempts     2
    check_interval         6
    retry_interval         3
    check_period           always
    notification_period    always
    contacts               operator
}
define service {
    use                    generic-service
    host_name              cluster
    service_description    castwatch by its address
    check_command          check_castwatch!$(simulated username)!$work/password
}
CONFIG
mkdir "$work/results"
cat >"$work/main.cfg" <<CONFIG
cfg_file=$work/objects.cfg
cfg_file=$work/castwatch.cfg
log_file=$work/nagios.log
status_file=$work/status.dat
status_update_interval=1
object_cache_file=$work/objects.cache
lock_file=$work/nagios.lock
temp_file=$work/temp
temp_path=$work
check_result_path=$work/results
query_socket=$work/query
nagios_user=$(id -un)
nagios_group=$(id -gn)
check_external_commands=0
retain_state_information=0
use_syslog=0
interval_length=1
illegal_macro_output_chars=&|<>
service_check_timeout=40
CONFIG

echo '== nagios4 -v: errors and warnings'
nagios4 -v "$work/main.cfg" >"$work/verify" || { cat "$work/verify"; exit 1; }
grep '^Total' "$work/verify"
nagios4 "$work/main.cfg" >/dev/null 2>&1 & children+=($!)

# What Nagios keeps of one service, as lines NAME=VALUE.
kept() {
  awk -v RS='\n\t}' -v name="$1" '/servicestatus/ && index($0, "service_description=" name "\n")' "$work/status.dat"
}
is() {
  [ -f "$work/status.dat" ] && [[ $(kept "$1") == *"	current_state=$2"*"	state_type=1"* ]]
}
show() {
  kept "$1" | grep -oE '\b(check_command|current_state|state_type|plugin_output|performance_data)=.*' | cut -c1-300 |
    sed "s|$work|WORK|g"
}

echo '== problems: CRITICAL (2) and a hard state (1), by a profile and by the host and its arguments'
for service in castwatch 'castwatch by its address'; do
  await is "$service" 2
  show "$service"
done
echo '== the cluster is gone: UNKNOWN (3)'
kill "${children[0]}"
await is castwatch 3
show castwatch
