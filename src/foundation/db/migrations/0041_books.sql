-- breaking: no
-- locks: ledger_closed, 0 s
-- The currency of the amounts, and the zone in which days were closed: a later change of either setting would
-- give old figures another meaning.
alter table ledger_closed add column currency text;
alter table ledger_closed add column time_zone text;
