-- A check exists from the moment its call is settled: no charge without a link, no link without a
-- charge.
create or replace function checks_record(
  p_ended ended_call[],
  p_check jsonb[],
  p_provider text[]
) returns void
language plpgsql as $$
begin
  insert into checks (
    account_id, check_id, mode, token_hash, link_hash, provider_code, sealed, card_hash, language,
    created_at, expires_at
  )
  select e.account_id, e.call_id, e.mode, decode(c ->> 'tokenHash', 'hex'),
    decode(c ->> 'linkHash', 'hex'), p_provider[e.ord], decode(c ->> 'sealed', 'hex'),
    decode(c ->> 'cardHash', 'hex'), c ->> 'language', e.held_at,
    e.held_at + make_interval(mins => (c ->> 'lifeMinutes')::integer)
  from unnest(p_ended) e
  cross join lateral (select p_check[e.ord] as c) p
  where c is not null and e.state = 'done';
end $$;
