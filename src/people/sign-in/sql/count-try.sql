-- Counts an attempt, or says how long to wait: five seconds after the free ones, doubling each time. The
-- count resets after a day without an attempt.
create or replace function sign_in_count_try(
  p_key bytea,
  p_free integer,
  p_longest_seconds integer,
  out is_taken boolean,
  out wait_seconds integer
)
language plpgsql as $$
declare
  v_now timestamptz := now();
  v_forgotten timestamptz := v_now - interval '1 day';
  v_try record;
begin
  wait_seconds := 1;
  insert into sign_in_tries (try_key, tries, last_at) values (p_key, 1, v_now)
  on conflict do nothing;
  is_taken := found;
  if is_taken then
    return;
  end if;
  select t.tries, t.last_at,
    least(p_longest_seconds, 5 * power(2, least(t.tries - p_free, 20))) as wait
  into v_try
  from sign_in_tries t
  where t.try_key = p_key
  for update;
  -- Null if the row was deleted meanwhile: the next attempt counts.
  is_taken := coalesce(
    v_try.tries < p_free or v_try.last_at < v_forgotten
      or v_try.last_at + v_try.wait * interval '1 second' <= v_now,
    false
  );
  if is_taken then
    update sign_in_tries t
    set tries = case when t.last_at < v_forgotten then 1 else t.tries + 1 end, last_at = v_now
    where t.try_key = p_key;
  elsif v_try.wait is not null then
    wait_seconds := ceil(v_try.wait - extract(epoch from v_now - v_try.last_at))::integer;
  end if;
end $$;
