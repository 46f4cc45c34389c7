-- Ends a check once: only a pending check can change. Its sessions end with it, and the event is
-- written in the same transaction. True if this call ended it.
create or replace function checks_end(
  p_account integer,
  p_check uuid,
  p_status smallint,
  p_task text,
  p_reason text,
  p_now timestamptz
) returns boolean
language plpgsql as $$
declare
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_ended checks;
begin
  update checks c
  set status = p_status, ended_at = v_now, task_id = coalesce(nullif(p_task, ''), c.task_id),
    starting_until = null, reason = case p_status when 1 then null else p_reason end
  where c.account_id = p_account and c.check_id = p_check and c.status = 0
  returning c.* into v_ended;
  if not found then
    return false;
  end if;

  -- The person may still be at the vendor, who charges for attempts until the session is over.
  update check_sessions s
  set state = case s.state when 'open' then 'expired' else s.state end, sealed_url = null,
    cost_at = case s.state
      when 'open' then db_seconds_after(greatest(s.expires_at, v_now), 900)
      else s.cost_at
    end
  where s.account_id = p_account and s.check_id = p_check;

  perform events_record(
    v_ended.account_id, v_ended.mode, 'face.finished', v_ended.check_id,
    jsonb_build_object(
      'requestId', v_ended.check_id, 'status', v_ended.status, 'reason', v_ended.reason,
      'providerCode', coalesce(v_ended.provider_code, ''), 'taskId', coalesce(v_ended.task_id, ''),
      'unitPrice', coalesce(
        (
          select c.unit_price
          from calls c
          where c.account_id = v_ended.account_id and c.call_id = v_ended.check_id
        ),
        0
      )::text
    ),
    v_now
  );
  return true;
end $$;
