#!/bin/sh
# Boots the systemd of a Debian root as the first process of its namespaces, as a manager of containers does. What
# it writes to the root is in memory. The release is where the operations page puts it.
set -eu
root=$1 release=$2
mount -t tmpfs tmpfs /mnt
mkdir /mnt/written /mnt/work /mnt/root
mount -t overlay -o "lowerdir=$root,upperdir=/mnt/written,workdir=/mnt/work" overlay /mnt/root
cd /mnt/root
mount -t proc proc proc
mount -t sysfs -o ro sysfs sys
for folder in run tmp dev; do mount -t tmpfs -o mode=755 tmpfs $folder; done
chmod 1777 tmp
mknod -m 666 dev/null c 1 3
mknod -m 666 dev/zero c 1 5
mknod -m 666 dev/full c 1 7
mknod -m 666 dev/random c 1 8
mknod -m 666 dev/urandom c 1 9
mknod -m 666 dev/tty c 5 0
mkdir -m 1777 dev/shm
mkdir dev/pts
mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
touch dev/console
mount -t tmpfs -o mode=755 tmpfs sys/fs/cgroup
if [ -d /sys/fs/cgroup/systemd ]; then
  mkdir sys/fs/cgroup/systemd sys/fs/cgroup/unified
  mount -t cgroup -o none,name=systemd cgroup sys/fs/cgroup/systemd
  mount -t cgroup2 cgroup2 sys/fs/cgroup/unified
else
  mount -t cgroup2 cgroup2 sys/fs/cgroup
fi
mkdir -p opt/countersign before
mount --bind "$release" opt/countersign
mount -o remount,bind,ro opt/countersign
pivot_root . before
umount -l /before
exec /usr/bin/env -i container=other /lib/systemd/systemd systemd.unified_cgroup_hierarchy=0 \
  < /dev/null > /dev/console 2>&1
