-- Where a call without an outcome is queried: its provider's code, `any` if it is unknown which one
-- it reached, `none` for nowhere. A test call only ever reaches the sandbox.
create or replace function calls_lane_of(p_product text, p_mode text, p_provider text) returns text
language sql immutable parallel safe as $$
  select case
    when p_product = 'face_verify' then 'none'
    else coalesce(p_provider, case p_mode when 'test' then 'sandbox' else 'any' end)
  end
$$;
