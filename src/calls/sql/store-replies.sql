-- The reply is kept, sealed, with the call's idempotency key. An unknown outcome has no reply yet;
-- a released call leaves its reply for those who wait for it, and the key free for the next attempt.
create or replace function calls_store_replies(
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
    and k.account_id = e.account_id and k.mode = e.mode and k.operation = e.product
    and k.key_hash = e.idempotency_hash and k.call_id = e.call_id;
end $$;
