#!/bin/sh
# Runs words in the root of an image, in a mount namespace of the caller's, as `podman run --read-only` does: as
# USER, with a /tmp in memory and the folder DATA at /data. Settings come first: NAME=value.
set -eu
root=$1 data=$2 user=$3
shift 3
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount -t tmpfs tmpfs "$root/dev"
mknod -m 666 "$root/dev/null" c 1 3
mknod -m 666 "$root/dev/urandom" c 1 9
mkdir -m 1777 "$root/dev/shm"
mount --bind "$data" "$root/data"
chown "$user" "$root/data"
mount -o remount,bind,ro "$root"
exec chroot --userspec="$user" "$root" /usr/bin/env -i -C /data PATH=/usr/bin:/bin "$@"
