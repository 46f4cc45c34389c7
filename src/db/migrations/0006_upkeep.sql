-- breaking: yes
-- What the platform does without anyone asking: searches that survive a wrong clock.

-- Where a clock was ahead the search for abandoned calls has passed over some, so it begins anew, at the
-- first call that there is; from then on it goes forward in bites and has no long way to come.
update call_sweep set swept_until = (select coalesce(min(held_at), now()) from calls);
update sandbox_sweep set swept_until = (select coalesce(min(sent_at), now()) from sandbox_messages);
-- It says more than it did, and a function's result cannot be changed in place.
drop function if exists calls_sweep_abandoned(timestamptz, interval);
