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
