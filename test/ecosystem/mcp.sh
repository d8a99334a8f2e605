#!/usr/bin/env bash
# Asks `castwatch mcp` through the command line of the official inspector. Needs `mcp-inspector` besides (npm i
# @modelcontextprotocol/inspector).
source "$(dirname "$0")/common.sh"
simulate --scenario incident
profile eu
source_options=()
# The inspector gives the server no environment but this.
inspect() { mcp-inspector --cli -e CASTWATCH_PROFILE=eu -e "HOME=$HOME" -e "PATH=$PATH" castwatch mcp "${source_options[@]}" "$@" || :; }
call() { inspect --method tools/call --tool-name "$@" 2>/dev/null | jq -c 'select(.content) | .structuredContent // .'; }
critical() { [ "$(castwatch check --profile eu >/dev/null || echo $?)" = 2 ]; }
await critical

echo '== tools, all of them read only'
inspect --method tools/list --strict 2>"$work/strict" | jq -r '.tools[] | "\(.name) readOnly=\(.annotations.readOnlyHint) \(.title)"'
grep 'errors,' "$work/strict"
echo '== verdict'
call verdict | jq -c '{untrusted, source, cluster, status: .data.status, doubt: .data.doubt, viewers: .data.totals.viewers.value}'
echo '== the first problem and its evidence'
call problems --tool-arg limit=1 | jq -c '{total, first: (.data[0] | {words, justBefore, facts, runbook})}'
echo '== servers: the hottest edge'
call servers --tool-arg search=edge limit=1 | jq -c '{total, truncated, first: (.data[0] | {name, role, cpuPercent})}'
echo '== journal'
call journal --tool-arg 'search=cluster manager lost' limit=1 | jq -c '.data'
echo '== an argument that is not allowed'
call servers --tool-arg limit=5000 | jq -c '{isError, text: .content[0].text}'
echo '== the history of castwatch record'
castwatch record --profile eu 2>/dev/null & children+=($!)
history_answers() { call report | grep -q 'What:'; }
await history_answers
call report | jq -r .data.markdown | sed -n 1,9p
source_options=(--file "$(ls "$HOME"/.local/state/castwatch/history-*.db)")
echo '== the same, without the cluster'
call verdict | jq -c '{source, cluster, status: .data.status, servers: .data.servers}'
source_options=()
echo '== a tool that writes is not there'
inspect --method tools/call --tool-name delete_user 2>&1 | jq -r .error.message
