-- Whom a call without an outcome is asked of: its provider, `any` for one that does not say whom it reached,
-- `none` for no one. A test call never reached anyone but the sandbox.
create or replace function calls_lane_of(p_product text, p_mode text, p_provider text) returns text
language sql immutable parallel safe as $$
  select case
    when p_product = 'face_verify' then 'none'
    else coalesce(p_provider, case p_mode when 'test' then 'sandbox' else 'any' end)
  end
$$;
