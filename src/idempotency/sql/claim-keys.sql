-- Is the idempotency key still free, or this call's own? One whose call was released is free again:
-- nothing was charged under it.
create or replace function idempotency_check_claims(
  p_verdict text[],
  p_account integer[],
  p_mode text[],
  p_product text[],
  p_idempotency bytea[],
  p_body bytea[],
  p_call uuid[]
) returns text[]
language plpgsql as $$
begin
  return (
    select array_agg(
      case
        when i.verdict is not null then i.verdict
        when k.call_id is null or k.is_free or k.call_id = i.call_id then null
        when k.body_hash is null or k.body_hash = i.body_hash then 'replay'
        else 'differs'
      end
      order by i.ord
    )
    from unnest(p_verdict, p_account, p_mode, p_product, p_idempotency, p_body, p_call)
      with ordinality as i (verdict, account_id, mode, product, key_hash, body_hash, call_id, ord)
    left join idempotency_keys k
      on k.account_id = i.account_id and k.mode = i.mode and k.operation = i.product
      and k.key_hash = i.key_hash
  );
end $$;

-- Claims the keys of the calls that may go on. The claim itself tells which were taken: nearly always
-- none, and only otherwise are they looked up.
create or replace function idempotency_claim_keys(
  p_verdict text[],
  p_now timestamptz,
  p_account integer[],
  p_mode text[],
  p_product text[],
  p_idempotency bytea[],
  p_body bytea[],
  p_language text[],
  p_call uuid[]
) returns text[]
language plpgsql as $$
declare
  v_asked integer;
  v_claimed integer;
begin
  with item as (
    select i.account_id, i.mode, i.product, i.key_hash, i.body_hash, i.call_id, i.language
    from unnest(
      p_verdict, p_account, p_mode, p_product, p_idempotency, p_body, p_call, p_language
    ) as i (verdict, account_id, mode, product, key_hash, body_hash, call_id, language)
    where i.key_hash is not null and i.verdict is null
  ), claimed as (
    insert into idempotency_keys as k (
      account_id, mode, operation, key_hash, body_hash, call_id, made_at, language
    )
    select account_id, mode, product, key_hash, body_hash, call_id, p_now, language from item
    on conflict (account_id, mode, operation, key_hash) do update
    set body_hash = excluded.body_hash, call_id = excluded.call_id, made_at = excluded.made_at,
      language = excluded.language, status = null, reply = null, is_free = false
    where k.is_free
    returning 1
  )
  select (select count(*) from item), (select count(*) from claimed) into v_asked, v_claimed;
  if v_claimed = v_asked then
    return p_verdict;
  end if;
  return idempotency_check_claims(
    p_verdict, p_account, p_mode, p_product, p_idempotency, p_body, p_call
  );
end $$;
