#!/bin/bash
# Builds Citus from its source and starts a coordinator and two workers of it, for `npm run proofs -- citus`:
#
#     sudo test/proofs/citus/start-cluster.sh ~/src/citus
#
# The source is a tree of Citus 13 (github.com/citusdata/citus): Debian has no package of it. The build is installed into
# Debian's PostgreSQL 15, where it does nothing until a server preloads it. A cluster that runs already is replaced by an
# empty one. `stop` in place of the folder ends the cluster and removes its data; the build stays.
set -euo pipefail

ports=(26001 26002 26003)
bin=/usr/lib/postgresql/15/bin
data=/var/tmp/countersign-citus

as_postgres() { (cd / && setpriv --reuid=postgres --regid=postgres --init-groups "$@"); }

install_citus() {
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    build-essential libkrb5-dev liblz4-dev libssl-dev libzstd-dev postgresql-15 postgresql-server-dev-15
  local build
  build=$(mktemp -d)
  trap "rm -rf '$build'" EXIT
  cp -r "$1/." "$build"
  cd "$build"
  # Older than what it is made from, as a copy may leave it, configure would be made anew, by a program that is not there.
  touch configure
  # PostgreSQL 15.20 gives a function to extensions that Citus 13.2.2 defines for itself, by the same name.
  grep -rl have_createdb_privilege src | xargs sed -i 's/have_createdb_privilege/own_&/'
  # Without libcurl it cannot report its use to its makers.
  PG_CONFIG=$bin/pg_config ./configure --quiet --without-libcurl
  make -s -j"$(nproc)" with_llvm=no install
  cd /
}

stop_cluster() {
  for port in "${ports[@]}"; do
    if [ -f "$data/$port/postmaster.pid" ]; then
      as_postgres "$bin/pg_ctl" -D "$data/$port" -m immediate stop >/dev/null || true
    fi
  done
  rm -rf "$data"
}

start_node() {
  as_postgres "$bin/initdb" -D "$data/$1" -U postgres -A trust >/dev/null
  # The settings of docs/growth.md, and room for the proofs' connections and moves.
  cat >>"$data/$1/postgresql.conf" <<CONF
port = $1
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
shared_preload_libraries = 'citus'
wal_level = logical
citus.enable_unsafe_triggers = on
citus.allow_nested_distributed_execution = on
max_locks_per_transaction = 512
citus.node_conninfo = 'sslmode=disable'
max_connections = 200
max_prepared_transactions = 200
max_wal_senders = 20
max_replication_slots = 20
max_worker_processes = 32
CONF
  as_postgres "$bin/pg_ctl" -D "$data/$1" -l "$data/$1/log" -w start >/dev/null
  as_postgres psql -qh 127.0.0.1 -p "$1" -c 'create database cs'
  as_postgres psql -qh 127.0.0.1 -p "$1" cs -c 'create extension citus'
}

start_cluster() {
  install -d -o postgres "$data"
  for port in "${ports[@]}"; do start_node "$port"; done
  as_postgres psql -qAtX -h 127.0.0.1 -p "${ports[0]}" cs >/dev/null <<SQL
select citus_set_coordinator_host('127.0.0.1', ${ports[0]});
select citus_add_node('127.0.0.1', ${ports[1]});
select citus_add_node('127.0.0.1', ${ports[2]});
SQL
}

if [ "$(id -u)" != 0 ] || [ $# != 1 ]; then
  echo "Run it as root, with the folder of Citus's source or with: stop" >&2
  exit 2
fi
if [ "$1" != stop ] && [ ! -x "$1/configure" ]; then
  echo "$1 has no configure: it is not a source tree of Citus." >&2
  exit 2
fi
stop_cluster
[ "$1" = stop ] && exit
install_citus "$(realpath "$1")"
start_cluster
echo "CITUS_URL=postgresql://postgres@127.0.0.1:${ports[0]}/cs"
