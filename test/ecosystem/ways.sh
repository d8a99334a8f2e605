#!/usr/bin/env bash
# From nothing to the first frame of a cluster: each way with an empty home and an empty cache of npm, timed. What is built
# before (executable, single file, tarball) is what a release offers. Needs `git` and `npm`, and:
#   ways.sh EXECUTABLE.gz SINGLE.cjs TARBALL.tgz
# The Debian package and the container are timed in debian.sh and compose.sh.
source "$(dirname "$0")/common.sh"
top=$(cd "$here/../.." && pwd)
executable=$(realpath "$1") single=$(realpath "$2") tarball=$(realpath "$3")
simulate
export CASTWATCH_URL=$(simulated url) CASTWATCH_USERNAME=operator CASTWATCH_PASSWORD=$(simulated password)
export LANG=C.UTF-8 npm_config_audit=false npm_config_fund=false npm_config_loglevel=error

# A way: its name, and the shell commands that are typed.
way() {
  local home=$work/home
  mkdir "$home"
  local began=${EPOCHREALTIME/./}
  (cd "$home" && HOME=$home npm_config_cache=$home/.npm XDG_CACHE_HOME= XDG_STATE_HOME= sh -e) >"$work/frame" 2>"$work/errors" || { cat "$work/errors"; exit 1; }
  local took=$(((${EPOCHREALTIME/./} - began) / 100000))
  grep -q 'edge-fra-1\|Health' "$work/frame"
  printf '%3d.%d s  %s\n' $((took / 10)) $((took % 10)) "$1"
  rm -rf "$home"
}
frame='snapshot --screen overview --size 120x40'

way 'executable: gunzip, start' <<STEPS
gunzip -c "$executable" >castwatch
chmod +x castwatch
./castwatch $frame
STEPS
way 'single file, where Node 24 is' <<STEPS
cp "$single" castwatch.cjs
"$top/node_modules/node/bin/node" castwatch.cjs $frame
STEPS
way 'package: npm i -g, with Node 24' <<STEPS
export PATH=$top/node_modules/node/bin:\$PATH
npm i -g --prefix "\$HOME/npm" "$tarball"
"\$HOME/npm/bin/castwatch" $frame
STEPS
way 'checkout: git clone, npm ci, npm run build, with the Node that is there' <<STEPS
git clone -q "$top" castwatch
cd castwatch
npm ci
npm run --silent build
npx castwatch $frame
STEPS
