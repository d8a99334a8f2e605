#!/usr/bin/env bash
# Six ways from an empty home to a watched cluster, typed into a real terminal at the speed of a hand, each with its time
# until the first whole screen. Needs `expect`, `openssl`, `socat`, and what remote.sh needs for the tunnel, besides.
source "$(dirname "$0")/common.sh"
export LANG=C.UTF-8 TERM=xterm-256color
simulate
url=$(simulated url)

# The same cluster behind a certificate that signs itself.
openssl req -x509 -newkey rsa:2048 -nodes -keyout "$work/key.pem" -out "$work/cert.pem" -days 1 -subj /CN=localhost \
  -addext subjectAltName=DNS:localhost 2>/dev/null
cat "$work/key.pem" "$work/cert.pem" >"$work/server.pem"
socat openssl-listen:19443,bind=127.0.0.1,reuseaddr,fork,cert="$work/server.pem",verify=0 "tcp:${url#http://}" 2>/dev/null &
children+=($!)
start_sshd

cat >"$work/hand" <<'EXPECT'
set timeout 60
set stty_init "rows 40 columns 120"
# Seconds between two letters: of a word, at its end; how even; least and most.
set send_human {.1 .3 1 .05 2}
log_user 0
proc asked {question answer} {
  expect $question {} timeout { puts stderr "waited in vain for $question"; exit 1 }
  send -h -- "$answer\r"
}
proc command {line} {
  asked "$ " $line
}
proc watched {} {
  expect edge-fra-1 {} timeout { puts stderr "no cluster"; exit 1 }
  send q
}
spawn env -i HOME=$env(HOME) PATH=$env(PATH) LANG=$env(LANG) TERM=$env(TERM) "PS1=$ " sh
source [lindex $argv 0]
command exit
expect eof
EXPECT

# A way: its name, and what the hand does after the first prompt of the shell.
way() {
  mkdir "$work/home"
  cat >"$work/steps"
  local before=$EPOCHREALTIME
  cd "$work/home"
  HOME=$work/home expect "$work/hand" "$work/steps"
  local took=$(((${EPOCHREALTIME/./} - ${before/./}) / 1000000))
  printf '%3d s  %s\n' "$took" "$1"
  cd "$work"
  rm -r "$work/home"
  [ "$took" -lt 60 ]
}
password=$(simulated password)

way 'the URL and the user as options, the password typed' <<STEPS
command "castwatch --url $url --username operator"
asked "password of" "$password"
watched
STEPS
way 'everything in the environment' <<STEPS
command "export CASTWATCH_URL=$url CASTWATCH_USERNAME=operator CASTWATCH_PASSWORD=$password"
command castwatch
watched
STEPS
way 'a password file' <<STEPS
command "umask 077; echo $password >secret"
command "castwatch --url $url --username operator --password-file secret"
watched
STEPS
way 'init, and the profile with the password in a file' <<STEPS
command "castwatch init"
asked "URL of the cluster" "$url"
asked "user: " operator
asked "password of" "$password"
asked "Name of this cluster" lab
asked "Keep the password" ""
command "castwatch --profile lab"
watched
STEPS
way 'init at a server with a certificate that signs itself' <<STEPS
command "castwatch init --url https://localhost:19443"
expect "openssl s_client"
asked "PEM file" "\003"
command "openssl s_client -connect localhost:19443 </dev/null 2>/dev/null | openssl x509 >cluster.pem"
command "castwatch init --url https://localhost:19443 --ca-file cluster.pem"
asked "user: " operator
asked "password of" "$password"
asked "Name of this cluster" lab
asked "Keep the password" f
command "castwatch --profile lab"
watched
STEPS
way 'an SSH tunnel, and a profile that gets the password from a command' <<STEPS
command "$ssh -N -L 8080:${url#http://} 127.0.0.1 &"
command "castwatch init --url http://127.0.0.1:8080 --profile tunnel"
asked "user: " operator
asked "password of" "$password"
asked "Keep the password" c
asked "Command that prints it" "echo $password"
command "castwatch --profile tunnel"
watched
command "kill %1"
STEPS
