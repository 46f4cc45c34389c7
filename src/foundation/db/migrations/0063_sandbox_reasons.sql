-- breaking: no
-- locks: sandbox_sessions, 0 s
-- Why a check did not pass in the sandbox, as the tester chose.
alter table sandbox_sessions add column reason text;
