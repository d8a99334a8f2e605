#!/bin/sh
# Checkmk: a local check, /usr/lib/check_mk_agent/local/60/castwatch.sh (60: asked once a minute at most).
# A local check is "STATE NAME PERFDATA TEXT"; its perfdata is joined by |, without units.
out=$(castwatch check --profile production -t 30) && state=0 || state=$?
text=${out%% |*}
perf=
case $out in *'|'*) perf=$(printf '%s' "${out#*|}" | sed "s|=\([0-9.]*\)[A-Za-z%]*|=\1|g; s|'||g" | tr -s ' ' '|') ;; esac
perf=${perf#'|'}
printf '%s castwatch %s %s\n' "$state" "${perf:--}" "$text"
