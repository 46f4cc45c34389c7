#!/bin/sh
# Runs an unpacked release on a bare Debian root, in a namespace without network: start, the printed curl, a
# command, stop. The caller gives the root and the folder of the release, and reads the files in the folder OUT.
set -eu
root=$1 release=$2 out=$3
ip link set lo up
ip -o link show > "$out/links"
mkdir "$out/data"
inside() {
  exec unshare --mount sh "$(dirname "$0")/in-debian.sh" "$root" "$release" "$out/data" "$@"
}
inside countersign start > "$out/log" 2>&1 &
server=$!
until grep -q '^ready ' "$out/log"; do
  kill -0 "$server" || exit 1
  sleep 0.2
done
grep -A 2 '^  curl ' "$out/log" > "$out/curl"
sh "$out/curl" > "$out/reply" 2> "$out/curl-errors"
curl -s -o /dev/null -w '%{http_code}' http://127.0.0.1:8080/console > "$out/console"
# The processor time of a command is that of this shell's only child.
(
  (inside countersign account list --json) > "$out/accounts"
  times > "$out/times"
)
(inside countersign version --json) > "$out/version"
kill -TERM "$server"
wait "$server" && echo 0 > "$out/exit" || echo $? > "$out/exit"
