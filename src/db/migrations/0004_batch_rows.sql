-- breaking: yes
-- What every call of a batch would write for itself is written once for the batch, where nobody needs it
-- by the call: 62 calls are one row here, not 62.

-- What the messages of a batch say, sealed together under the id of the batch's first message. Random
-- bytes cannot be compressed, so nothing tries.
create table contents (
  content_id uuid primary key,
  sealed bytea not null
);
alter table contents alter column sealed set storage external;

insert into contents (content_id, sealed)
select call_id, sealed from calls where message_state is not null;
alter table calls add column content_id uuid;
update calls set content_id = call_id where message_state is not null;
alter table calls drop column sealed;

-- What the sandbox took with one settle, under the id of its first call.
alter table sandbox_messages rename to sandbox_messages_single;
create table sandbox_messages (
  batch_id uuid primary key,
  call_ids uuid[] not null,
  account_ids integer[] not null,
  scripts text[] not null,
  sent_at timestamptz not null
);
insert into sandbox_messages (batch_id, call_ids, account_ids, scripts, sent_at)
select call_id, array[call_id], array[account_id], array[script], sent_at
from sandbox_messages_single;
drop table sandbox_messages_single;

-- They have other parameters now, and would stay beside their successors.
drop function if exists hold_calls, ledger_settle, inbox_keep_messages;
