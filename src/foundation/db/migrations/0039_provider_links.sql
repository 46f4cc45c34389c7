-- breaking: no
-- locks: none
-- How many connections each process has to vendors that count them, as it last said. The rows are worth nothing after a
-- crash.
create unlogged table provider_links (
  provider_code text not null,
  process_id uuid not null,
  wanted smallint not null,
  bound smallint not null,
  fault text,
  said_at timestamptz not null default now(),
  primary key (provider_code, process_id)
);
