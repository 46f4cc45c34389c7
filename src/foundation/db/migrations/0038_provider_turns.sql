-- breaking: no
-- locks: none
-- Until when the turns of a provider with a rate limit are taken. The rows are worth nothing after a crash, so they
-- write no WAL and wait for no standby.
create unlogged table provider_turns (
  provider_code text primary key,
  taken_until timestamptz not null
);
