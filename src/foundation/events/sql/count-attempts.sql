-- Counts attempts by endpoint and step of five minutes. In the order of the key, so that two servers cannot wait for
-- each other's rows.
create or replace function events_count_attempts(
  p_now timestamptz,
  p_account integer[],
  p_endpoint integer[],
  p_is_taken boolean[],
  p_status smallint[],
  p_problem text[]
) returns void
language plpgsql as $$
begin
  insert into endpoint_steps as s (
    account_id, endpoint_id, step, delivered, failed, last_status, last_problem
  )
  select i.account_id, i.endpoint_id, events_step_of(p_now), count(*) filter (where i.is_taken),
    count(*) filter (where not i.is_taken),
    (array_agg(i.status order by i.nth desc) filter (where not i.is_taken))[1],
    (array_agg(i.problem order by i.nth desc) filter (where not i.is_taken))[1]
  from unnest(p_account, p_endpoint, p_is_taken, p_status, p_problem) with ordinality i (
    account_id, endpoint_id, is_taken, status, problem, nth
  )
  group by i.account_id, i.endpoint_id
  order by i.account_id, i.endpoint_id
  on conflict (account_id, endpoint_id, step) do update
  set delivered = s.delivered + excluded.delivered, failed = s.failed + excluded.failed,
    last_status = case when excluded.failed > 0 then excluded.last_status else s.last_status end,
    last_problem = case when excluded.failed > 0 then excluded.last_problem else s.last_problem end;
end $$;

-- The step of five minutes that a time belongs to.
create or replace function events_step_of(p_at timestamptz) returns timestamptz
language sql immutable as $$
  select date_bin('5 minutes', p_at, '2000-01-01T00:00:00Z');
$$;
