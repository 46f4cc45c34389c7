#!/bin/sh
# Runs an unpacked release on a bare Debian root, in a namespace without network: start, the printed curl, a
# command, stop. The caller gives the root and the folder of the release, and reads the files in the folder OUT.
set -eu
root=$1 release=$2 out=$3
ip link set lo up
ip -o link show > "$out/links"
mkdir -p "$root/opt/countersign" "$root/srv/data"
mount --bind "$release" "$root/opt/countersign"
mount -o remount,bind,ro "$root/opt/countersign"
mount -t tmpfs tmpfs "$root/srv/data"
mount -t tmpfs tmpfs "$root/tmp"
mount -t proc proc "$root/proc"
mount -t tmpfs tmpfs "$root/dev"
mknod -m 666 "$root/dev/null" c 1 3
mknod -m 666 "$root/dev/urandom" c 1 9
mkdir -m 1777 "$root/dev/shm"
chmod 1777 "$root/tmp"
chown 65534:65534 "$root/srv/data"
inside() {
  exec chroot --userspec=65534:65534 "$root" /usr/bin/env -i DATA_DIR=/srv/data PATH=/usr/bin:/bin "$@"
}
inside /opt/countersign/countersign start > "$out/log" 2>&1 &
server=$!
until grep -q '^ready ' "$out/log"; do
  kill -0 "$server" || exit 1
  sleep 0.2
done
grep -A 2 '^  curl ' "$out/log" > "$out/curl"
sh "$out/curl" > "$out/reply" 2> "$out/curl-errors"
curl -s -o /dev/null -w '%{http_code}' http://127.0.0.1:8080/console > "$out/console"
(inside /opt/countersign/countersign account list --json) > "$out/accounts"
(inside /opt/countersign/countersign version --json) > "$out/version"
kill -TERM "$server"
wait "$server" && echo 0 > "$out/exit" || echo $? > "$out/exit"
