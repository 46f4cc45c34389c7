-- breaking: no
-- locks: verifications, 0 s
-- When each guess of a verification was made, the oldest first. Null for guesses of earlier versions.
alter table verifications add column guessed_at timestamptz[];
