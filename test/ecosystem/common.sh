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

# Waits for a condition, at most two minutes, or `tries` half seconds.
await() {
  for _ in $(seq "${tries:-240}"); do
    if "$@"; then return; fi
    sleep 0.5
  done
  echo "waited in vain for: $*" >&2
  return 1
}

# An sshd on loopback, without privileges, with keys that live as long as the script: it serves only the user who runs this.
# (Where /dev/pts is mounted without the group tty, that user must be in this group.) `$ssh` reaches it.
start_sshd() {
  local port=19022
  ssh-keygen -q -t ed25519 -N '' -f "$work/host-key"
  ssh-keygen -q -t ed25519 -N '' -f "$work/ssh-key"
  cat >"$work/sshd_config" <<CONFIG
Port $port
ListenAddress 127.0.0.1
HostKey $work/host-key
AuthorizedKeysFile $work/ssh-key.pub
PidFile none
StrictModes no
UsePAM no
PasswordAuthentication no
AcceptEnv LANG
CONFIG
  "$(command -v sshd || echo /usr/sbin/sshd)" -D -e -f "$work/sshd_config" 2>"$work/sshd.log" & sshd=$!
  children+=("$sshd")
  ssh="ssh -p $port -i $work/ssh-key -o UserKnownHostsFile=$work/known -o StrictHostKeyChecking=no -o LogLevel=ERROR -o SendEnv=LANG"
  await $ssh 127.0.0.1 true 2>/dev/null
}
