#!/bin/sh
# Makes a backup each night at BACKUP_HOUR (UTC) in /backups, and removes those older than BACKUP_KEEP_DAYS.
# `nightly-backup.sh once` makes one now. A failed backup is tried again after ten minutes, and removes nothing.
set -u
folder=${BACKUP_DIR:-/backups}
countersign=$(dirname "$0")/../../countersign

make_backup() {
  file=$folder/countersign-$(date -u +%Y-%m-%dT%H%M%SZ).backup
  "$countersign" backup create "$file" || return 1
  find "$folder" -name 'countersign-*.backup' -mtime "+${BACKUP_KEEP_DAYS:-14}" -exec rm {} +
}

if [ "${1-}" = once ]; then
  make_backup
  exit
fi
trap 'exit 0' TERM INT
while :; do
  now=$(date -u +%s)
  at=$(( now - now % 86400 + ${BACKUP_HOUR:-3} * 3600 ))
  [ "$at" -gt "$now" ] || at=$(( at + 86400 ))
  sleep $(( at - now )) & wait $!
  until make_backup; do sleep 600 & wait $!; done
done
