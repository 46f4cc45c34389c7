-- The newest (or oldest) calls of each of some kinds or series within bounds. Each has its calls in order in an
-- index, of which no more is read than is asked for. The planner would rather sort all of them where it thinks
-- that a series has few calls; most have, and one has a million.
create or replace function search_of_kinds(
  p_column text,
  p_ids integer[],
  p_after uuid,
  p_before uuid,
  p_from timestamptz,
  p_to timestamptz,
  p_most integer,
  p_order text
) returns setof call_search
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

-- The calls of a person within bounds, by the keyed hash of a mobile or of an ID number, newest (or oldest)
-- first: they are looked at one by one until there are as many of some series or kinds as are asked for.
create or replace function search_of_person(
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
) returns setof call_search
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
     from %1$I p
     cross join lateral (
       select * from call_search s where s.account_id = p.account_id and s.call_id = p.%2$I limit 1
     ) s
     where p.%3$I = $1 and ($2 is null or p.account_id = $2) and p.%2$I > $4 and p.%2$I < $5
       and s.%4$I = any ($3) and s.held_at >= $6 and s.held_at < $7
     order by p.%2$I %5$s
     limit $8',
    case p_source when 'mobile' then 'call_numbers' else 'checks' end,
    case p_source when 'mobile' then 'call_id' else 'check_id' end,
    case p_source when 'mobile' then 'number_hash' else 'card_hash' end,
    p_column,
    case p_order when 'asc' then 'asc' else 'desc' end
  )
  using p_hash, p_account, p_ids, p_after, p_before, p_from, p_to, p_most;
end $$;
