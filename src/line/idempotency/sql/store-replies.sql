-- A released call frees its idempotency key for the next attempt. The reply is stored, sealed, only
-- if it cannot be rebuilt from the call: that of a face verification has a link and a token, of
-- which only hashes are stored.
create or replace function idempotency_store_replies(
  p_ended ended_call[],
  p_status smallint[],
  p_reply bytea[]
) returns void
language plpgsql as $$
begin
  update idempotency_keys k
  set status = p_status[e.ord], reply = p_reply[e.ord],
    is_free = e.state in ('rejected', 'unavailable')
  from unnest(p_ended) e
  where e.idempotency_hash is not null
    and (p_reply[e.ord] is not null or e.state in ('rejected', 'unavailable'))
    and k.account_id = e.account_id and k.mode = e.mode and k.operation = e.product
    and k.key_hash = e.idempotency_hash and k.call_id = e.call_id;
end $$;

-- A released call that was charged after all holds its idempotency key again, unless another call
-- has taken it meanwhile: a repeated request is answered by this call and not charged twice.
create or replace function idempotency_keep_key(p_call calls) returns void
language plpgsql as $$
begin
  update idempotency_keys k set is_free = false
  where k.account_id = p_call.account_id and k.mode = p_call.mode and k.operation = p_call.product
    and k.key_hash = p_call.idempotency_hash and k.call_id = p_call.call_id;
end $$;
