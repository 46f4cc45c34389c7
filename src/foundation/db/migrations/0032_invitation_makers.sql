-- breaking: no
-- Locks invitations exclusively, and people against changes, while it reads the last eight days of the audit
-- log once: below a second. Invitations and changes of people wait meanwhile, calls do not.
-- Who made an invitation: it is good only as long as its maker may invite. The default reads the actor of the
-- transaction, so servers of the previous version fill it as well. Null for the command line.
alter table invitations add column made_by integer references people
default (nullif(current_setting('countersign.actor', true), '')::jsonb ->> 'personId')::integer;

create index invitations_maker on invitations (made_by) where accepted_at is null and revoked_at is null;

select set_config('countersign.actor', '{"kind": "database", "name": "migration"}', true);
update invitations i
set made_by = (e.actor ->> 'personId')::integer
from audit_entries e
where e.entry_id > coalesce(
    (
      select entry_id from audit_entries
      where made_at < now() - interval '8 days'
      order by entry_id desc
      limit 1
    ),
    0
  )
  and e.subject = 'invitations'
  and e.before is null
  and e.actor ->> 'personId' is not null
  and (e.subject_key ->> 'invitation_id')::integer = i.invitation_id
  and i.accepted_at is null
  and i.revoked_at is null;
