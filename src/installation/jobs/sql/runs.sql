-- Claims a run of a job for a process; `beginRun` says when. Times are read first, because Citus lets no
-- clock decide in ON CONFLICT; the row's lock makes one statement after the other as good as one.
create or replace function jobs_begin_run(
  p_job text,
  p_every interval,
  p_owner uuid,
  p_lease interval
) returns boolean
language plpgsql as $$
declare
  v_now timestamptz := now();
  v_ahead timestamptz := v_now + interval '1 minute';
  v_silent timestamptz := v_now - p_lease;
  v_over timestamptz := v_now - p_every * 0.9;
  v_retry timestamptz := v_now - interval '1 minute';
begin
  insert into job_runs (job, started_at, owner, beat_at) values (p_job, v_now, p_owner, v_now)
  on conflict do nothing;
  if found then
    return true;
  end if;
  update job_runs r
  set started_at = v_now, owner = p_owner, beat_at = v_now
  where r.job = p_job and case
    when greatest(r.started_at, r.beat_at) > v_ahead then true
    -- Heartbeats older than the start are those of an earlier run: this one was claimed without any.
    when r.started_at > greatest(r.ended_at, r.failed_at, '-infinity') and r.beat_at >= r.started_at
      then r.owner = p_owner or r.beat_at < v_silent
    else r.started_at < v_over or (r.failed_at >= r.started_at and r.failed_at < v_retry)
  end;
  return found;
end $$;

-- Stores how a run ended; `endRun` says what of it.
create or replace function jobs_end_run(
  p_job text,
  p_duration_ms integer,
  p_failure text,
  p_owner uuid
) returns void
language plpgsql as $$
declare
  v_now timestamptz := now();
  v_started_at timestamptz := v_now - make_interval(secs => p_duration_ms / 1000.0);
  v_ended_at timestamptz := case when p_failure is null then v_now end;
  v_failed_at timestamptz := case when p_failure is not null then v_now end;
begin
  insert into job_runs (job, started_at, ended_at, failed_at, failure, duration_ms)
  values (p_job, v_started_at, v_ended_at, v_failed_at, p_failure, p_duration_ms)
  on conflict do nothing;
  if found then
    return;
  end if;
  update job_runs r
  set started_at = case when p_owner is null then v_started_at else r.started_at end,
    ended_at = coalesce(v_ended_at, r.ended_at), failed_at = coalesce(v_failed_at, r.failed_at),
    failure = coalesce(p_failure, r.failure), duration_ms = p_duration_ms
  where r.job = p_job and (p_owner is null or r.owner = p_owner);
end $$;
