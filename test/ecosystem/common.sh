# Sourced by the scripts beside it. They need `castwatch`, `jq` and `curl` in the path, write into a folder of their own,
# which they remove, and end what they started.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d)
children=()
# What else a script has to end.
finish() { :; }
trap 'finish; kill "${children[@]}" 2>/dev/null || :; wait; rm -rf "$work"' EXIT

# A simulated cluster; its options are those of castwatch simulate.
simulate() {
  castwatch simulate "$@" >"$work/simulator.json" & children+=($!)
  until [ -s "$work/simulator.json" ]; do sleep 0.1; done
}

simulated() { jq -r ".$1" "$work/simulator.json"; }

# A home with a profile for it: what castwatch keeps and reads is there.
profile() {
  export HOME=$work
  unset XDG_CONFIG_HOME XDG_STATE_HOME XDG_CACHE_HOME
  mkdir -p "$work/.config/castwatch"
  (umask 077 && simulated password >"$work/password")
  cat >"$work/.config/castwatch/config.yaml" <<CONFIG
clusters:
  $1:
    url: $(simulated url)
    username: $(simulated username)
    password: { file: $work/password }
CONFIG
}

# Waits for a condition, at most two minutes.
await() {
  for _ in $(seq 240); do
    if "$@"; then return; fi
    sleep 0.5
  done
  echo "waited in vain for: $*" >&2
  return 1
}
