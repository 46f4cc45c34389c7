-- breaking: no
-- locks: check_sessions, for a moment.
-- Whether the cost of the session is booked. A session can finish after its check was cancelled, and is charged for
-- all the same. What ended before this migration counts as booked.
alter table check_sessions add column is_costed boolean not null default true;
alter table check_sessions alter column is_costed set default false;
update check_sessions set is_costed = false where state = 'open';
