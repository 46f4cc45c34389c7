-- breaking: no
-- Whom a call without an outcome is asked of, kept with it, so that a provider that lets everyone wait
-- costs nothing to pass over. Functions of the version before leave it empty until they are replaced; an
-- empty lane is never passed over.
alter table unresolved_calls add column lane text not null default '';

update unresolved_calls u
set lane = case
  when c.product = 'face_verify' then 'none'
  else coalesce(c.provider_code, case c.mode when 'test' then 'sandbox' else 'any' end)
end
from calls c
where c.account_id = u.account_id and c.call_id = u.call_id;

drop index unresolved_calls_due;
create index unresolved_calls_due on unresolved_calls (lane, next_try_at);
