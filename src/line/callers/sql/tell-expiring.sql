-- Records events for keys that expire within a week, once per expiry. It locks a key before it
-- looks for an earlier event, so that two processes record one.
create or replace function callers_tell_expiring(p_now timestamptz) returns integer
language plpgsql as $$
declare
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_key keys;
  v_count integer := 0;
begin
  for v_key in
    select k.*
    from keys k
    where k.revoked_at is null and k.expires_at > v_now and k.expires_at <= v_now + interval '7 days'
    order by k.account_id, k.key_id
    for update skip locked
  loop
    continue when exists (
      select
      from events e
      where e.account_id = v_key.account_id and e.mode = v_key.mode
        and e.subject = 'key ' || v_key.key_id and e.type = 'key.expiring'
        and (e.body ->> 'expiresAt')::timestamptz = v_key.expires_at
    );
    perform events_record_of(
      v_key.account_id, v_key.mode, 'key.expiring', 'key ' || v_key.key_id,
      jsonb_build_object(
        'keyId', v_key.key_id, 'lastFour', v_key.last_four, 'expiresAt', v_key.expires_at
      ),
      v_now
    );
    v_count := v_count + 1;
  end loop;
  return v_count;
end $$;
