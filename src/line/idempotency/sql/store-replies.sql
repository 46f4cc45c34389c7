-- A released call frees its idempotency key for the next attempt. The reply is stored, sealed, only
-- if it cannot be rebuilt from the call: that of a face verification has a link and a token, of
-- which only hashes are stored.
create or replace function idempotency_store_replies(
  p_ended ended_call[],
  p_status smallint[],
  p_reply bytea[]
) returns void
language plpgsql as $$
declare
  v_ended record;
begin
  select array_agg(e.account_id) as account, array_agg(e.mode) as mode,
    array_agg(e.idempotency_hash) as hash,
    array_agg(e.call_id) as call, array_agg(p_status[e.ord]) as status,
    array_agg(p_reply[e.ord]) as reply,
    array_agg(e.state in ('rejected', 'unavailable')) as is_free
  into v_ended
  from unnest(p_ended) e
  where e.idempotency_hash is not null
    and (p_reply[e.ord] is not null or e.state in ('rejected', 'unavailable'));
  update idempotency_keys k
  set status = e.status, reply = e.reply, is_free = e.is_free
  from unnest(
    v_ended.account, v_ended.mode, v_ended.hash, v_ended.call, v_ended.status, v_ended.reply,
    v_ended.is_free
  ) as e (account_id, mode, key_hash, call_id, status, reply, is_free)
  where k.account_id = e.account_id and k.mode = e.mode
    and k.key_hash = e.key_hash and k.call_id = e.call_id;
end $$;

-- A released call that was charged after all holds its idempotency key again, unless another call
-- has taken it meanwhile: a repeated request is answered by this call and not charged twice.
create or replace function idempotency_keep_key(p_account integer, p_call uuid) returns void
language plpgsql as $$
begin
  update idempotency_keys k set is_free = false
  from calls c
  where c.account_id = p_account and c.call_id = p_call and k.account_id = c.account_id
    and k.mode = c.mode and k.key_hash = c.idempotency_hash
    and k.call_id = c.call_id;
end $$;
