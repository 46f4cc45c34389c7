-- Were the calls decided with current prices and permissions? Null if all were. If one was not, all
-- calls of its account are decided again: that is rare, and simpler than separating them.
create or replace function calls_find_stale(
  p_wallet_account integer[],
  p_account_version integer[],
  p_platform_version integer[],
  p_account integer[]
) returns text[]
language plpgsql as $$
declare
  v_stale integer[];
begin
  select array_agg(a.account_id)
  into v_stale
  from unnest(p_wallet_account, p_account_version, p_platform_version)
    as w (account_id, account_version, platform_version)
  join accounts a on a.account_id = w.account_id
  cross join platform p
  where a.version <> w.account_version or p.version <> w.platform_version;
  if v_stale is null then
    return null;
  end if;
  return (
    select array_agg(case when i.account_id = any (v_stale) then 'stale' end order by i.ord)
    from unnest(p_account) with ordinality as i (account_id, ord)
  );
end $$;
