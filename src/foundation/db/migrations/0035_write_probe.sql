-- breaking: no
-- locks: nothing that exists.
-- The row that `/readyz` writes, and the index that it rebuilds, to learn whether the database takes writes.
-- Servers of the version before do not touch it.
create table write_probe (
  one boolean primary key default true check (one),
  written_at timestamptz not null default now()
);
insert into write_probe default values;
