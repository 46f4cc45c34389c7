-- breaking: no
-- For how providers of face checks did of late, which goes by time over all accounts.
create index check_sessions_started on check_sessions using brin (started_at)
with (pages_per_range = 32, autosummarize = on);
