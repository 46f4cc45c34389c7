-- Creates an endpoint without a URL, for development; null if the account is at its limit. Locking
-- the account and counting are two statements, so that concurrent requests count each other.
create or replace function events_create_listener(
  p_account integer,
  p_mode text,
  p_events text[],
  p_sealed_secret bytea,
  p_most integer
) returns integer
language plpgsql as $$
declare
  v_endpoint integer;
begin
  perform from accounts a where a.account_id = p_account for no key update;
  insert into endpoints (account_id, mode, events, sealed_secret)
  select p_account, p_mode, p_events, p_sealed_secret
  where (
    select count(*)
    from endpoints p
    where p.account_id = p_account and p.mode = p_mode and p.url is null
  ) < p_most
  returning endpoint_id into v_endpoint;
  return v_endpoint;
end $$;
