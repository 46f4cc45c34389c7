-- Schedules queries for messages whose providers call back but have not. The first, second and
-- third query each have their own age (p_age), and each is skipped when the next one is due
-- (p_late). Like the search for silent messages it continues in steps from where it last stopped,
-- for at most a second, and reports whether it is behind. A step finds a limited number: if there
-- are more, it is repeated with half the period.
create or replace function providers_poll_silent(
  p_now timestamptz,
  p_question smallint,
  p_age interval,
  p_late interval,
  p_providers text[]
) returns table (marked integer, is_behind boolean)
language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v_longest constant interval := interval '10 minutes';
  v_most constant integer := 2000;
  v_stop_at timestamptz := clock_timestamp() + interval '1 second';
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_end timestamptz := v_now - p_age;
  v_from timestamptz;
  v_to timestamptz;
  v_bite interval := v_longest;
  v_places tid[];
  v_count integer;
begin
  marked := 0;
  is_behind := false;
  insert into silence_sweeps (question, swept_until) values (p_question, v_now - p_late)
  on conflict do nothing;
  select s.swept_until into v_from from silence_sweeps s where s.question = p_question
  for update skip locked;
  -- Another process is running it.
  if v_from is null then
    return next;
    return;
  end if;
  v_from := greatest(v_from, v_now - p_late);

  while v_from < v_end and not is_behind loop
    v_to := least(v_from + v_bite, v_end);
    -- Read first and updated afterwards: a statement that locks rows and prunes a partition by a
    -- subquery crashes PostgreSQL 18.
    v_places := array(
      select r.ctid
      from provider_refs r
      cross join lateral (
        select from calls c
        where c.account_id = r.account_id and c.call_id = r.call_id
          and c.state = 'done' and c.message_state in ('accepted', 'sent')
        limit 1
      ) c
      where r.made_at >= v_from and r.made_at < v_to
        and r.poll_at is null and r.polls < p_question and r.provider_code = any (p_providers)
      limit v_most
    );
    v_count := cardinality(v_places);
    -- By position: a join may read the whole list for each of them.
    update provider_refs r
    set poll_at = v_now
    where r.ctid = any (v_places) and r.poll_at is null and r.polls < p_question
      and r.provider_code = any (p_providers);
    marked := marked + v_count;
    if v_count < v_most then
      v_from := v_to;
      v_bite := least(v_bite * 2, v_longest);
    else
      v_bite := greatest(v_bite / 2, interval '1 millisecond');
    end if;
    is_behind := v_from < v_end and clock_timestamp() > v_stop_at;
  end loop;
  update silence_sweeps set swept_until = v_from where question = p_question;
  return next;
end $$;
