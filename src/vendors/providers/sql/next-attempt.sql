-- The number of a check's next attempt; null if there are already p_most.
create or replace function providers_next_attempt(p_account integer, p_call uuid, p_most integer)
returns integer
language plpgsql stable as $$
begin
  return (
    select coalesce(max(a.attempt), 0) + 1
    from attempts a
    where a.account_id = p_account and a.call_id = p_call
    having count(*) < p_most
  );
end $$;
