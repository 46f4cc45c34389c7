-- breaking: no
-- locks: console_sessions, 0 s
-- The person of another cell by whose sign-in a session began. It ends when that cell is no longer trusted.
alter table console_sessions add column from_subject text;
