-- May this number be sent to? The N-th newest entry of a number answers "N within the window". A
-- batch never holds two calls to one number (the writer ensures that), so one query is enough.
--
-- A day is 24 hours here and not `1 day`, which has 23 or 25 hours twice a year in a time zone with
-- summer time.
create or replace function limits_check(
  p_verdict text[],
  p_now timestamptz,
  p_account integer[],
  p_mode text[],
  p_product text[],
  p_number bytea[],
  p_code bytea[],
  p_prefix text[],
  p_per_minute integer[],
  p_per_hour integer[],
  p_per_day integer[],
  p_idempotency bytea[],
  out verdict text[],
  out retry_after_ms integer[],
  -- Whether the number already has a window, for limits_count.
  out is_known boolean[]
)
language plpgsql as $$
declare
  -- Few accounts ever have a closed prefix: one query here saves one per call.
  v_has_closed boolean := exists (
    select from closed_prefixes c
    where c.account_id = any (p_account) and c.closed_until > p_now
  );
  -- The position of each call in the batch; a column like the others, as in settle-calls.sql.
  v_place integer[] := array(select generate_series(1, cardinality(p_account)));
begin
  select
    array_agg(coalesce(i.verdict, v.verdict) order by i.ord),
    array_agg(
      case
        when i.verdict is null and v.verdict is not null
          then least(2147483647, greatest(1, ceil(extract(epoch from
            case v.verdict
              when 'prefix_closed' then c.closed_until
              when 'duplicate_code' then
                w.sent_at[array_position(w.code_hashes, i.code_hash)] + interval '30 seconds'
              when 'number_per_minute' then w.sent_at[i.per_minute] + interval '1 minute'
              when 'number_per_hour' then w.sent_at[i.per_hour] + interval '1 hour'
              else w.sent_at[i.per_day] + interval '24 hours'
            end - p_now
          ) * 1000)))
      end::integer
      order by i.ord
    ),
    array_agg(w.number_hash is not null order by i.ord)
  into verdict, retry_after_ms, is_known
  from (
    select unnest(p_verdict) as verdict, unnest(p_account) as account_id, unnest(p_mode) as mode,
      unnest(p_product) as product, unnest(p_number) as number_hash, unnest(p_code) as code_hash,
      unnest(p_prefix) as prefix, unnest(p_per_minute) as per_minute,
      unnest(p_per_hour) as per_hour, unnest(p_per_day) as per_day,
      unnest(p_idempotency) as key_hash, unnest(v_place) as ord
  ) i
  left join number_windows w
    on w.account_id = i.account_id and w.mode = i.mode and w.product = i.product
    and w.number_hash = i.number_hash
  left join closed_prefixes c
    on v_has_closed and c.account_id = i.account_id and c.mode = i.mode and c.prefix = i.prefix
    and c.closed_until > p_now and i.per_day is not null
  cross join lateral (
    select
      case
        when c.prefix is not null then 'prefix_closed'
        when i.per_day is null or w.number_hash is null then null
        when i.key_hash is null
          and w.sent_at[array_position(w.code_hashes, i.code_hash)] > p_now - interval '30 seconds'
          then 'duplicate_code'
        when w.sent_at[i.per_minute] > p_now - interval '1 minute' then 'number_per_minute'
        when w.sent_at[i.per_hour] > p_now - interval '1 hour' then 'number_per_hour'
        when w.sent_at[i.per_day] > p_now - interval '24 hours' then 'number_per_day'
      end as verdict
  ) v;
end $$;

-- Counts the messages to be sent. Only the holder of a wallet's lock adds to its windows, so the
-- result of limits_check still holds, and a plain insert is enough: `on conflict` costs 11 µs more
-- per call.
create or replace function limits_count(
  p_verdict text[],
  p_is_known boolean[],
  p_now timestamptz,
  p_account integer[],
  p_mode text[],
  p_product text[],
  p_number bytea[],
  p_code bytea[],
  p_per_day integer[]
) returns void
language plpgsql as $$
declare
  v_counted integer;
begin
  if false = any (p_is_known) then
    insert into number_windows (account_id, mode, product, number_hash, sent_at, code_hashes)
    select i.account_id, i.mode, i.product, i.number_hash, array[p_now],
      array_remove(array[i.code_hash], null)
    from (
      select unnest(p_verdict) as verdict, unnest(p_is_known) as is_known,
        unnest(p_account) as account_id, unnest(p_mode) as mode, unnest(p_product) as product,
        unnest(p_number) as number_hash, unnest(p_code) as code_hash, unnest(p_per_day) as per_day
    ) i
    where i.verdict is null and i.per_day is not null and not i.is_known;
  end if;
  if true = any (p_is_known) then
    update number_windows w
    -- No limit looks back further than a thousand entries; see limits/limits.ts.
    set sent_at = p_now || w.sent_at[1:999],
      -- Codes older than 30 seconds are never compared, so only a rapid series is stored.
      code_hashes = array_remove(array[i.code_hash], null) || case
        when w.sent_at[1] > p_now - interval '30 seconds' then w.code_hashes[1:999] else '{}'
      end
    from unnest(
      p_verdict, p_is_known, p_account, p_mode, p_product, p_number, p_code, p_per_day
    ) as i (verdict, is_known, account_id, mode, product, number_hash, code_hash, per_day)
    where i.verdict is null and i.per_day is not null and i.is_known
      and w.account_id = i.account_id and w.mode = i.mode and w.product = i.product
      and w.number_hash = i.number_hash;
    get diagnostics v_counted = row_count;
    -- A window that was pruned in between, because nothing was sent for a day, starts again.
    if v_counted < (
      select count(*)
      from unnest(p_verdict, p_is_known, p_per_day) as i (verdict, is_known, per_day)
      where i.verdict is null and i.per_day is not null and i.is_known
    ) then
      insert into number_windows (account_id, mode, product, number_hash, sent_at, code_hashes)
      select i.account_id, i.mode, i.product, i.number_hash, array[p_now],
        array_remove(array[i.code_hash], null)
      from unnest(
        p_verdict, p_is_known, p_account, p_mode, p_product, p_number, p_code, p_per_day
      ) as i (verdict, is_known, account_id, mode, product, number_hash, code_hash, per_day)
      where i.verdict is null and i.per_day is not null and i.is_known
      on conflict do nothing;
    end if;
  end if;
end $$;

-- A released call was never sent: the number gets its slot back. One by one, because several calls
-- to one number may end together.
create or replace function limits_give_back(p_ended ended_call[]) returns void
language plpgsql as $$
declare
  v_call record;
  v_place integer;
begin
  for v_call in
    select e.account_id, e.mode, e.product, e.number_hash, e.held_at
    from unnest(p_ended) e
    where e.state in ('rejected', 'unavailable') and e.number_hash is not null
  loop
    select array_position(w.sent_at, v_call.held_at)
    into v_place
    from number_windows w
    where w.account_id = v_call.account_id and w.mode = v_call.mode
      and w.product = v_call.product and w.number_hash = v_call.number_hash;
    continue when v_place is null;

    update number_windows w
    set sent_at = w.sent_at[:v_place - 1] || w.sent_at[v_place + 1:],
      code_hashes = w.code_hashes[:v_place - 1] || w.code_hashes[v_place + 1:]
    where w.account_id = v_call.account_id and w.mode = v_call.mode
      and w.product = v_call.product and w.number_hash = v_call.number_hash;
  end loop;
end $$;
