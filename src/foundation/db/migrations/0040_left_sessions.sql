-- breaking: no
-- locks: check_sessions, for about a second per million sessions.
-- When to ask the vendor for the cost of a session that was open when its check ended: it charges for attempts there too.
alter table check_sessions add column cost_at timestamptz;
create index check_sessions_cost on check_sessions (cost_at) where cost_at is not null;
