-- Closes the prefixes that look pumped; `closePumpedPrefixes` says which. One that a person opened within the
-- hour stays open: they knew why.
create or replace function limits_close_pumped(
  p_now timestamptz,
  p_min_codes integer,
  p_factor double precision,
  p_undelivered_percent integer,
  p_close_for interval
) returns table (account_id integer, mode text, prefix text, codes integer, undelivered integer)
language plpgsql as $$
declare
  v_now timestamptz := db_time_or_now(p_now);
  v_hour_ago timestamptz := v_now - interval '1 hour';
  v_until timestamptz := v_now + p_close_for;
  v_reason text;
begin
  for account_id, mode, prefix, codes, undelivered in
    select s.account_id, s.mode, s.prefix, s.codes, s.undelivered
    from limits_find_suspects(v_now, p_min_codes, p_undelivered_percent) s
    where s.codes > p_factor * limits_codes_before(s.account_id, s.mode, s.prefix, v_now) / 166.0
  loop
    v_reason := format('%s codes in an hour, %s of them not delivered or not used', codes, undelivered);
    insert into closed_prefixes (account_id, mode, prefix, closed_at, closed_until, reason)
    values (
      limits_close_pumped.account_id, limits_close_pumped.mode, limits_close_pumped.prefix, v_now,
      v_until, v_reason
    )
    on conflict do nothing;
    if found then
      return next;
      continue;
    end if;
    update closed_prefixes c
    set closed_at = v_now, closed_until = v_until, reason = v_reason, opened_at = null
    where c.account_id = limits_close_pumped.account_id and c.mode = limits_close_pumped.mode
      and c.prefix = limits_close_pumped.prefix and c.closed_until <= v_now
      and (c.opened_at is null or c.opened_at < v_hour_ago);
    if found then
      return next;
    end if;
  end loop;
end $$;

-- The prefixes with many codes in the last hour, most of them not delivered, of the accounts being watched. A
-- verification that has ended counts by its approval: pumped numbers take messages, but nobody enters the codes.
-- A code that no provider took does not count: it costs nothing, so a stranger could close any prefix with it.
create or replace function limits_find_suspects(
  p_now timestamptz,
  p_min_codes integer,
  p_undelivered_percent integer
) returns table (account_id integer, mode text, prefix text, codes integer, undelivered integer)
language plpgsql stable as $$
declare
  v_first_day date := (p_now - interval '2 days')::date;
  v_first_call uuid := uuid_floor(p_now - interval '1 hour');
  v_before timestamptz := p_now - interval '2 minutes';
begin
  return query
  select a.account_id, a.mode, m.prefix, count(*)::integer,
    (count(*) filter (where not r.has_reached))::integer
  from (
    select distinct u.account_id, u.mode
    from usage_days u
    join default_limits d on d.mode = u.mode
    left join limits l on l.account_id = u.account_id and l.mode = u.mode
    where u.day >= v_first_day and u.product in ('sms_code', 'verify_start', 'verify_voice')
      and coalesce(l.per_number, d.per_number, u.mode = 'live')
  ) a
  join calls m
    on m.account_id = a.account_id and m.mode = a.mode and m.call_id >= v_first_call
  left join lateral (
    select v.state
    from verifications v
    where m.product <> 'sms_code' and v.account_id = m.account_id
      and v.verification_id = coalesce(
        (
          select s.verification_id from verification_resends s
          where s.account_id = m.account_id and s.call_id = m.call_id
        ),
        m.call_id
      )
  ) v on true
  cross join lateral (
    select
      case
        when v.state is null or v.state = 'open' then m.message_state = 'delivered'
        else v.state = 'approved'
      end as has_reached
  ) r
  where m.product in ('sms_code', 'verify_start', 'verify_voice') and m.held_at < v_before
    and m.state not in ('rejected', 'unavailable')
  group by a.account_id, a.mode, m.prefix
  having count(*) >= p_min_codes
    and count(*) filter (where not r.has_reached) * 100
      >= count(*) * p_undelivered_percent;
end $$;

-- The codes of a prefix in the week before. What is suspect now is not counted as history.
create or replace function limits_codes_before(
  p_account integer, p_mode text, p_prefix text, p_now timestamptz
) returns bigint
language plpgsql stable as $$
begin
  return (
    select coalesce(sum(h.codes), 0)
    from prefix_hours h
    where h.account_id = p_account and h.mode = p_mode and h.prefix = p_prefix
      and h.hour >= p_now - interval '7 days' and h.hour <= p_now - interval '2 hours'
  );
end $$;
