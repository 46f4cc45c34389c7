#!/bin/sh
# Runs Countersign with the Node beside it: ./countersign start, ./countersign account list, and so on.
# A link to this file works too, such as /usr/local/bin/countersign.
program=$0
while [ -L "$program" ]; do
  target=$(readlink "$program")
  case $target in
    /*) program=$target ;;
    *) program=${program%/*}/$target ;;
  esac
done
case $program in
  */*) here=${program%/*} ;;
  *) here=. ;;
esac
# The folder itself and not a link to it: after an upgrade has changed the link, a server that still runs starts workers
# and backups of its own version.
here=$(CDPATH= cd -- "$here" && pwd -P) || exit
# A bare system lacks a library that Node needs.
export LD_LIBRARY_PATH="$here/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
case ${1-} in
  start | serve) exec "$here/bin/node" @server-flags@ "$here/app/main.js" "$@" ;;
  *) exec "$here/bin/node" "$here/app/main.js" "$@" ;;
esac
