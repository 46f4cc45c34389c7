-- breaking: no
-- Events of an account are found by their type: whoever looked for a rare one went through all that had ever happened
-- to it. The most common one is left out, so that a message costs nothing more; it is never far.
create index events_of_type on events (account_id, type, event_id) where type <> 'sms.delivered';
-- What happened lately on the whole platform is found by a few words a page, instead of by sorting all of it.
create index events_by_time on events using brin (event_id) with (pages_per_range = 16, autosummarize = on);
