-- breaking: no
-- locks: none
-- The counters of call_hours and platform_hours by the quarter of an hour, without latencies, for the charts of a day.
-- Kept for 15 days.
create table call_quarters (
  account_id integer not null,
  quarter timestamptz not null,
  series_id integer not null,
  calls integer not null,
  charged bigint not null,
  cost bigint not null,
  uncosted integer not null,
  uncosted_charged bigint not null,
  primary key (account_id, quarter, series_id)
) with (fillfactor = 70);
create index call_quarters_quarter on call_quarters using brin (quarter) with (pages_per_range = 16, autosummarize = on);
create table platform_quarters (
  quarter timestamptz not null,
  facet_id integer not null,
  calls integer not null,
  charged bigint not null,
  cost bigint not null,
  uncosted integer not null,
  uncosted_charged bigint not null,
  primary key (quarter, facet_id)
) with (fillfactor = 50);

-- One row: calls accepted since then are counted by the quarter. Null until search_copy counts quarters for the first time.
create table quarters_since (
  one boolean primary key default true check (one),
  since timestamptz
);
insert into quarters_since (since) values (null);
