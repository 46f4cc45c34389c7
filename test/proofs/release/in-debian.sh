#!/bin/sh
# Runs words in a bare Debian root as nobody, in a mount namespace of the caller's: the release is at
# /opt/countersign and cannot be written, and the folder DATA is /srv/data. Settings come first: NAME=value.
set -eu
root=$1 release=$2 data=$3
shift 3
mkdir -p "$root/opt/countersign" "$root/srv/data"
mount --bind "$release" "$root/opt/countersign"
mount -o remount,bind,ro "$root/opt/countersign"
mount --bind "$data" "$root/srv/data"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount -t proc proc "$root/proc"
mount -t tmpfs tmpfs "$root/dev"
mknod -m 666 "$root/dev/null" c 1 3
mknod -m 666 "$root/dev/urandom" c 1 9
mkdir -m 1777 "$root/dev/shm"
chown 65534:65534 "$root/srv/data"
exec chroot --userspec=65534:65534 "$root" \
  /usr/bin/env -i -C /srv/data DATA_DIR=/srv/data PATH=/opt/countersign:/usr/bin:/bin "$@"
