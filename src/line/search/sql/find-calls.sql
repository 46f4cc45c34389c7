-- The newest (or oldest) calls of several kinds or series within bounds. Each has its calls ordered
-- in an index, of which only the requested number is read. The planner would rather sort all of
-- them if it thinks that a series has few calls; most do, and one has a million.
create or replace function search_calls_of_kinds(
  p_column text,
  p_ids integer[],
  p_after uuid,
  p_before uuid,
  p_from timestamptz,
  p_to timestamptz,
  p_most integer,
  p_order text
) returns table (
  account_id integer, call_id uuid, facet_id integer, series_id integer, held_at timestamptz,
  ended_at timestamptz, amount bigint, charged bigint, cost bigint, parts smallint, latency smallint
)
language plpgsql
stable
set enable_sort = off
set enable_bitmapscan = off
set enable_seqscan = off
as $$
begin
  return query execute format(
    'select i.*
     from unnest($1) k (id)
     cross join lateral (
       select *
       from call_search i
       where i.%I = k.id and i.call_id > $2 and i.call_id < $3 and i.held_at >= $4 and i.held_at < $5
       order by i.call_id %s
       limit $6
     ) i',
    p_column, case p_order when 'asc' then 'asc' else 'desc' end
  )
  using p_ids, p_after, p_before, p_from, p_to, p_most;
end $$;

-- Whether there are fewer than a given number of calls of some kinds or series between two ids;
-- reads no more than that.
create or replace function search_are_few(
  p_column text,
  p_ids integer[],
  p_after uuid,
  p_before uuid,
  p_few integer
) returns boolean
language plpgsql
stable
set enable_sort = off
set enable_bitmapscan = off
set enable_seqscan = off
as $$
declare
  v_count integer;
begin
  execute format(
    'select count(*)
     from (
       select
       from unnest($1) k (id)
       cross join lateral (
         select from call_search i where i.%I = k.id and i.call_id > $2 and i.call_id < $3 limit $4
       ) i
       limit $4
     ) c',
    p_column
  )
  into v_count
  using p_ids, p_after, p_before, p_few;
  return v_count < p_few;
end $$;

-- The calls of a mobile of some kinds or series, day by day: the number is looked up among the
-- numbers of a day, and its calls are read until there are enough.
create or replace function search_calls_of_mobile(
  p_hash bytea,
  p_account integer,
  p_column text,
  p_ids integer[],
  p_after uuid,
  p_before uuid,
  p_from timestamptz,
  p_to timestamptz,
  p_most integer,
  p_order text
) returns table (
  account_id integer, call_id uuid, facet_id integer, series_id integer, held_at timestamptz,
  ended_at timestamptz, amount bigint, charged bigint, cost bigint, parts smallint, latency smallint
)
language plpgsql
stable
set enable_sort = off
set enable_bitmapscan = off
set enable_seqscan = off
as $$
declare
  v_is_forward boolean := p_order = 'asc';
  v_first integer;
  v_last integer;
begin
  select min(uuid_day(n.call_id)), max(uuid_day(n.call_id)) into v_first, v_last from call_numbers n;
  -- Without any numbers there are no days to walk, and the walk would cover all of time.
  if v_first is null then
    return;
  end if;
  v_first := greatest(v_first, uuid_day(p_after));
  v_last := least(v_last, uuid_day(p_before));
  -- Lateral, so that days are read one after the other and none after the page is full. Their
  -- bounds prune the other months.
  return query execute format(
    'select s.*
     from generate_series($1, $2, $3) d (day)
     cross join lateral (
       select uuid_floor(to_timestamp(d.day * 86400.0)) as id,
         uuid_floor(to_timestamp((d.day + 1) * 86400.0)) as next_id
     ) starts
     cross join lateral (
       select n.account_id, n.call_id
       from call_numbers n
       where uuid_day(n.call_id) = d.day and n.number_hash = $4
         and n.call_id >= starts.id and n.call_id < starts.next_id
         and n.call_id > $5 and n.call_id < $6 and ($7 is null or n.account_id = $7)
       order by n.call_id %1$s
     ) n
     cross join lateral (
       select * from call_search s where s.account_id = n.account_id and s.call_id = n.call_id limit 1
     ) s
     where s.%2$I = any ($8) and s.held_at >= $9 and s.held_at < $10
     limit $11',
    case when v_is_forward then 'asc' else 'desc' end, p_column
  )
  using
    case when v_is_forward then v_first else v_last end,
    case when v_is_forward then v_last else v_first end,
    case when v_is_forward then 1 else -1 end,
    p_hash, p_after, p_before, p_account, p_ids, p_from, p_to, p_most;
end $$;

-- The same by the keyed hash of an ID number, through the checks made with it.
create or replace function search_calls_of_card(
  p_hash bytea,
  p_account integer,
  p_column text,
  p_ids integer[],
  p_after uuid,
  p_before uuid,
  p_from timestamptz,
  p_to timestamptz,
  p_most integer,
  p_order text
) returns table (
  account_id integer, call_id uuid, facet_id integer, series_id integer, held_at timestamptz,
  ended_at timestamptz, amount bigint, charged bigint, cost bigint, parts smallint, latency smallint
)
language plpgsql
stable
set enable_sort = off
set enable_bitmapscan = off
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  return query execute format(
    'select s.*
     from checks p
     cross join lateral (
       select * from call_search s where s.account_id = p.account_id and s.call_id = p.check_id limit 1
     ) s
     where p.card_hash = $1 and ($2 is null or p.account_id = $2)
       and p.check_id > $4 and p.check_id < $5
       and s.%1$I = any ($3) and s.held_at >= $6 and s.held_at < $7
     order by p.check_id %2$s
     limit $8',
    p_column, case p_order when 'asc' then 'asc' else 'desc' end
  )
  using p_hash, p_account, p_ids, p_after, p_before, p_from, p_to, p_most;
end $$;

-- The calls of a person within bounds, by the keyed hash of a mobile or an ID number. If few calls
-- match the kinds or series, those are read and filtered by mobile: for a mobile with twenty
-- thousand calls, reading all of them to find a dozen took half a second.
create or replace function search_calls_of_person(
  p_source text,
  p_hash bytea,
  p_account integer,
  p_column text,
  p_ids integer[],
  p_after uuid,
  p_before uuid,
  p_from timestamptz,
  p_to timestamptz,
  p_most integer,
  p_order text
) returns table (
  account_id integer, call_id uuid, facet_id integer, series_id integer, held_at timestamptz,
  ended_at timestamptz, amount bigint, charged bigint, cost bigint, parts smallint, latency smallint
)
language plpgsql
stable
set enable_seqscan = off
as $$
declare
  c_few constant integer := 5000;
begin
  if p_source = 'card' then
    return query
      select s.*
      from search_calls_of_card(
        p_hash, p_account, p_column, p_ids, p_after, p_before, p_from, p_to, p_most, p_order
      ) s;
  elsif search_are_few(p_column, p_ids, p_after, p_before, c_few) then
    return query
      select s.*
      from search_calls_of_kinds(p_column, p_ids, p_after, p_before, p_from, p_to, c_few, p_order) s
      cross join lateral (
        select
        from call_numbers n
        where uuid_day(n.call_id) = uuid_day(s.call_id) and n.number_hash = p_hash
          and n.call_id = s.call_id
        limit 1
      ) n;
  else
    return query
      select s.*
      from search_calls_of_mobile(
        p_hash, p_account, p_column, p_ids, p_after, p_before, p_from, p_to, p_most, p_order
      ) s;
  end if;
end $$;
