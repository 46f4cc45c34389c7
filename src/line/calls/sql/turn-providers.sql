-- The provider that each call asks first. The next message of an open verification goes by another
-- provider than the one that sent the last: whatever kept that one from arriving may still be there.
create or replace function calls_turn_providers(
  p_now timestamptz,
  p_account integer[],
  p_latest uuid[],
  p_provider text[],
  p_next_provider text[]
) returns text[]
language plpgsql stable as $$
begin
  return (
    select array_agg(
      case when c.provider_code = i.provider then coalesce(i.next, i.provider) else i.provider end
      order by i.ord
    )
    from (
      select unnest(p_account) as account_id, unnest(p_latest) as verification_id,
        unnest(p_provider) as provider, unnest(p_next_provider) as next,
        generate_series(1, cardinality(p_account)) as ord
    ) i
    left join verifications v
      on v.account_id = i.account_id and v.verification_id = i.verification_id
      and v.state = 'open' and v.expires_at > p_now
    left join calls c on c.account_id = v.account_id and c.call_id = v.code_call
  );
end $$;
