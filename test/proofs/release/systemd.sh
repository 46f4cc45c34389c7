#!/bin/sh
# Runs the unit as the operations page says, under a real systemd: start, call, a killed server, a slow call during
# the stop, and what the hardening forbids. The caller gives the root with systemd and the folder of the release,
# and reads the files in the folder OUT.
set -eu
root=$1 release=$2 out=$3
here=$(dirname "$0")
ip link set lo up
mount --make-rprivate /
# systemd may divide its own control group, and no other.
for tree in /sys/fs/cgroup/systemd /sys/fs/cgroup/unified /sys/fs/cgroup; do
  [ -w "$tree/cgroup.procs" ] || continue
  mkdir -p "$tree/countersign-proof"
  echo $$ > "$tree/countersign-proof/cgroup.procs"
done
unshare --mount --pid --fork --kill-child --ipc --uts --cgroup \
  sh "$here/boot-systemd.sh" "$root" "$release" > "$out/boot" 2>&1 &
booted=$!
# An empty control group would stay until the machine restarts. Killed processes leave theirs a moment later.
remove() {
  find "$1" -depth -type d -exec rmdir {} +
  [ ! -d "$1" ]
}
clean_up() {
  kill -9 $booted
  wait $booted || true
  for tree in /sys/fs/cgroup/systemd /sys/fs/cgroup/unified /sys/fs/cgroup; do
    [ -d "$tree/countersign-proof" ] || continue
    echo $$ > "$tree/cgroup.procs"
    await remove "$tree/countersign-proof" 2>> "$out/await"
  done
}
trap clean_up EXIT
inside() {
  nsenter --target "$(pgrep --parent $booted)" --mount --pid --ipc --uts --cgroup "$@"
}
# Tries again for a minute.
await() {
  tries=0
  until "$@"; do
    tries=$((tries + 1))
    [ $tries -lt 300 ] || return 1
    sleep 0.2
  done
}
is_up() { inside systemctl is-system-running | grep -qE 'running|degraded'; }
is_ready() { curl -sf http://127.0.0.1:8080/readyz > "$out/ready"; }
main_pid() { inside systemctl show --property MainPID --value countersign; }
await is_up 2> "$out/await"

inside useradd --system --home-dir /var/lib/countersign countersign
inside cp /opt/countersign/deploy/systemd/countersign.service /etc/systemd/system/
inside mkdir /etc/countersign
inside systemctl enable --now countersign 2> "$out/enable"
await is_ready
# The log comes after what it tells of.
has_curl() {
  inside journalctl -u countersign -o cat > "$out/log"
  grep -A 2 '^  curl ' "$out/log" > "$out/curl"
}
await has_curl
sh "$out/curl" > "$out/reply" 2> "$out/curl-errors"

# A killed server takes its database with it, is started again, and recovers.
first=$(main_pid)
inside systemctl kill --signal KILL --kill-who main countersign
is_replaced() { [ "$(main_pid)" != "$first" ] && [ "$(main_pid)" != 0 ] && is_ready; }
await is_replaced
sh "$out/curl" > "$out/reply-again" 2>> "$out/curl-errors"

# The same unit with another program, which tries what the server must not be able to do.
cat > "$out/try.sh" <<'END'
for folder in / /etc /usr /opt/countersign /var /var/tmp /home /root /run /tmp /var/lib/countersign; do
  if (: > "$folder/tried") 2> /dev/null; then echo "wrote $folder"; fi
done
mount -t tmpfs tmpfs /tmp 2> /dev/null && echo 'mounted'
[ "$(nice -n 10 nice 2> /dev/null)" = 10 ] && echo 'niced'
[ "$(nice -n -5 nice 2> /dev/null)" = -5 ] && echo 'raised'
grep -E '^(NoNewPrivs|Seccomp|CapEff|CapBnd):' /proc/self/status
END
inside sh -c 'cat > /usr/local/bin/try.sh' < "$out/try.sh"
inside sh -c "sed -e 's|^ExecStart=.*|ExecStart=/bin/sh /usr/local/bin/try.sh|' -e 's|^Type=.*|Type=oneshot|' \
  -e '/^Restart/d' /etc/systemd/system/countersign.service > /etc/systemd/system/try.service"
inside systemctl start try
has_tried() {
  inside journalctl -u try -o cat --no-pager \
    | grep -E '^(wrote|mounted|niced|raised|NoNewPrivs:|Seccomp:|Cap)' > "$out/tried"
  grep -q '^Seccomp:' "$out/tried"
}
await has_tried
inside systemd-analyze security --no-pager countersign | tail -n 1 > "$out/exposure"

# A call that takes two seconds is finished by a stop that comes meanwhile.
inside runuser -u countersign -- env DATA_DIR=/var/lib/countersign \
  /opt/countersign/countersign inbox chaos --account 1 --delay-ms 2000 > "$out/chaos" 2>&1
sh "$out/curl" > "$out/reply-slow" 2>> "$out/curl-errors" &
slow=$!
sleep 0.5
inside systemctl stop countersign
wait $slow
inside systemctl show --property Result,ExecMainStatus countersign > "$out/stopped"
inside journalctl -u countersign -o cat --no-pager > "$out/log"
inside sh -c 'ls -ld /proc/[0-9]* | grep " countersign " || true' > "$out/left"
