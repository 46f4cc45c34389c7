-- breaking: no
-- locks: check_sessions, 0 s
-- steps: each commits by itself
-- When to ask the vendor for the cost of a session that was open when its check ended: it charges for attempts there too.
alter table check_sessions add column if not exists cost_at timestamptz;

drop index concurrently if exists check_sessions_cost;

create index concurrently check_sessions_cost on check_sessions (cost_at) where cost_at is not null;
