-- An address with bits to the right of its mask stands for its network.
create or replace function callers_networks_of(p_addresses inet[]) returns cidr[]
language sql immutable parallel safe as $$
  select array_agg(network(a)) from unnest(p_addresses) a
$$;

-- Creates the successor of a key, with its rights; the old key works until the overlap is over.
create or replace function callers_replace_key(
  p_account integer,
  p_key integer,
  p_hash bytea,
  p_last_four text,
  p_overlap interval,
  out key_id integer,
  out old_ends_at timestamptz
)
language plpgsql as $$
declare
  v_ends_at timestamptz := now() + p_overlap;
begin
  insert into keys (
    account_id, mode, name, key_hash, last_four, scopes, addresses, spend_cap_day, per_second
  )
  select k.account_id, k.mode, k.name, p_hash, p_last_four, k.scopes, k.addresses, k.spend_cap_day,
    k.per_second
  from keys k
  where k.account_id = p_account and k.key_id = p_key
  returning keys.key_id into callers_replace_key.key_id;
  update keys k
  set replaced_by = callers_replace_key.key_id, expires_at = least(k.expires_at, v_ends_at)
  where k.account_id = p_account and k.key_id = p_key
  returning k.expires_at into old_ends_at;
end $$;
