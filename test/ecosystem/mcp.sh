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
echo '== what is wrong'
call snapshot --tool-arg limit=1 | jq -c '{untrusted, source, cluster, viewers: .data.totals.viewers, first: (.data.problems[0] | {title, summary})}'
echo '== servers: the hottest edge'
call snapshot --tool-arg fields=servers search=edge limit=1 | jq -c '{truncated, first: (.data.servers[0] | {name, role, cpuPercent})}'
echo '== journal'
call snapshot --tool-arg fields=journal 'search=cluster manager lost' limit=1 | jq -c '.data.journal'
echo '== an argument that is not allowed'
call snapshot --tool-arg limit=5000 | jq -c '{isError, text: .content[0].text}'
echo '== the history of castwatch record'
castwatch record --profile eu 2>/dev/null & children+=($!)
history_answers() { call report | jq -e '.data.problems | length > 0' >/dev/null; }
await history_answers
call report | jq -c '.data | keys'
source_options=(--file "$(ls "$HOME"/.local/state/castwatch/history-*.db)")
echo '== the same, without the cluster'
call snapshot | jq -c '{source, cluster, viewers: .data.totals.viewers}'
source_options=()
echo '== a tool that writes is not there'
inspect --method tools/call --tool-name delete_user 2>&1 | jq -r .error.message
