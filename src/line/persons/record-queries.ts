import type { CallColumns } from '../../foundation/contract/products.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import type { Vault } from '../../foundation/vault.ts';
import { openCheck } from '../../products/checks/check-secrets.ts';
import { openMessage } from '../../products/messages/content.ts';
import type { Subject } from './subject.ts';

const ofCalls = 'unnest($1::integer[], $2::uuid[]) as i (account_id, call_id)';

/** Reads records of calls; each names its account and call first. */
async function read<Row extends object>(
  client: Queryable,
  { accountIds, callIds }: CallColumns,
  sql: string,
): Promise<Row[]> {
  const { rows } = await client.query<Row>(sql, [accountIds, callIds]);
  return rows;
}

const call = `c.account_id as "accountId", c.call_id as "requestId", c.mode, c.product`;
const joinCalls = 'join calls c on c.account_id = i.account_id and c.call_id = i.call_id';

interface MessageRow {
  requestId: string;
  contentId: string | null;
  sealed: Buffer | null;
}

/** Messages with number and text, as far as these are still kept. */
export async function readMessages(client: Queryable, vault: Vault, calls: CallColumns) {
  const rows = await read<MessageRow>(
    client,
    calls,
    `select ${call}, c.held_at as at, c.state, c.message_state as "messageState",
       c.sent_at as "sentAt", c.finished_at as "finishedAt", c.provider_code as provider,
       c.template_id as "templateId", c.parts, c.evidence, c.content_id as "contentId", m.sealed
     from ${ofCalls} ${joinCalls}
     left join message_contents m on m.content_id = c.content_id
     where c.number_hash is not null
     order by c.held_at`,
  );
  return rows.map((row) => openRow(vault, row));
}

function openRow(vault: Vault, { contentId, sealed, ...row }: MessageRow) {
  const content = sealed
    ? openMessage(vault, { callId: row.requestId, contentId, sealed })
    : undefined;
  return { ...row, mobile: content?.to ?? null, text: content?.text ?? null };
}

/** Messages in the sandbox's inbox. Ids start with their time, so a batch is found near its calls. */
const inboxed = `from ${ofCalls} ${joinCalls}
  join sandbox_messages b on c.call_id = any (b.call_ids)
    and b.batch_id >= uuid_floor(c.held_at - interval '1 minute')
    and b.batch_id < uuid_floor(c.held_at + interval '1 hour')`;

export async function readInbox(client: Queryable, vault: Vault, calls: CallColumns) {
  const rows = await read<MessageRow>(
    client,
    calls,
    `select ${call}, b.sent_at as at, c.content_id as "contentId", m.sealed
     ${inboxed}
     join message_contents m on m.content_id = c.content_id
     order by b.sent_at`,
  );
  return rows.map((row) => openRow(vault, row));
}

export async function countInbox(client: Queryable, calls: CallColumns): Promise<number> {
  const [row] = await read<{ count: number }>(
    client,
    calls,
    `select count(*)::integer as count ${inboxed} where c.content_id is not null`,
  );
  return row?.count ?? 0;
}

/** Checks with the person whom they name, the consents that the person gave, and the sessions at vendors. */
export async function readChecks(client: Queryable, vault: Vault, calls: CallColumns) {
  const rows = await read<{ requestId: string; sealed: Buffer | null }>(
    client,
    calls,
    `select ${call}, c.held_at as at, k.status, k.reason, k.provider_code as provider,
       k.task_id as "taskId", k.language, k.consents, k.withdrawn_at as "withdrawnAt",
       k.ended_at as "endedAt", k.erased_at as "erasedAt", k.sealed,
       (
         select coalesce(
           jsonb_agg(
             jsonb_build_object(
               'provider', s.provider_code, 'sessionRef', s.session_ref, 'device', s.device,
               'startedAt', s.started_at, 'state', s.state, 'reason', s.reason
             )
             order by s.session_no
           ),
           '[]'
         )
         from check_sessions s where s.account_id = k.account_id and s.check_id = k.check_id
       ) as sessions
     from ${ofCalls} ${joinCalls}
     join checks k on k.account_id = c.account_id and k.check_id = c.call_id
     order by c.held_at`,
  );
  return rows.map(({ sealed, ...row }) => {
    const person = sealed ? openCheck(vault, row.requestId, sealed) : undefined;
    return {
      ...row,
      name: person?.name ?? null,
      idNumber: person?.cardNo ?? null,
      redirectUrl: person?.redirectUrl ?? null,
    };
  });
}

export function readAttempts(client: Queryable, calls: CallColumns): Promise<object[]> {
  return read(
    client,
    calls,
    `select a.account_id as "accountId", a.call_id as "requestId", a.provider_code as provider,
       a.started_at as at, a.outcome, a.reason, a.vendor_code as "vendorCode", a.words
     from ${ofCalls} join attempts a on a.account_id = i.account_id and a.call_id = i.call_id
     order by a.started_at`,
  );
}

export function readReceipts(client: Queryable, calls: CallColumns): Promise<object[]> {
  return read(
    client,
    calls,
    `select r.account_id as "accountId", r.call_id as "requestId", r.provider_code as provider,
       r.received_at as at, r.state, r.reason, r.vendor_code as "vendorCode", r.words
     from ${ofCalls} join receipts r on r.account_id = i.account_id and r.call_id = i.call_id
     order by r.received_at`,
  );
}

/** Events with their deliveries and what the endpoints answered. */
export function readEvents(client: Queryable, calls: CallColumns): Promise<object[]> {
  return read(
    client,
    calls,
    `select e.account_id as "accountId", e.subject_id as "requestId", e.made_at as at, e.type,
       e.body,
       (
         select coalesce(
           jsonb_agg(
             jsonb_build_object(
               'url', p.url, 'state', d.state, 'at', d.tried_at, 'reply', d.last_reply
             )
             order by d.endpoint_id
           ),
           '[]'
         )
         from deliveries d
         join endpoints p on p.endpoint_id = d.endpoint_id
         where d.account_id = e.account_id and d.event_id = e.event_id
       ) as deliveries
     from ${ofCalls} join events e on e.account_id = i.account_id and e.subject_id = i.call_id
     order by e.made_at`,
  );
}

/** The requests that callers may repeat. */
export function readRequests(client: Queryable, calls: CallColumns): Promise<object[]> {
  return read(
    client,
    calls,
    `select ${call}, k.made_at as at
     from ${ofCalls} ${joinCalls}
     join idempotency_keys k on k.account_id = c.account_id and k.mode = c.mode
       and k.key_hash = c.idempotency_hash and k.call_id = c.call_id
     where k.body_hash is not null
     order by k.made_at`,
  );
}

/** The entries by which calls are found by the number. */
export async function readSearchEntries(
  client: Queryable,
  { callIds }: CallColumns,
  { kind, hash }: Subject,
): Promise<object[]> {
  if (kind !== 'mobile') return [];
  const { rows } = await client.query<object>(
    `select n.account_id as "accountId", n.call_id as "requestId"
     from unnest($2::uuid[]) as i (call_id)
     join call_numbers n on uuid_day(n.call_id) = uuid_day(i.call_id) and n.number_hash = $1
       and n.call_id = i.call_id
     order by n.call_id`,
    [hash, callIds],
  );
  return rows;
}

/** The codes that were sent to the number, without the codes. */
export async function readVerifications(
  client: Queryable,
  { kind, hash, accountId }: Subject,
): Promise<object[]> {
  if (kind !== 'mobile') return [];
  const { rows } = await client.query<object>(
    `select account_id as "accountId", mode, purpose, state, reference, messages,
       started_at as "startedAt", expires_at as "expiresAt", ended_at as "endedAt"
     from verifications
     where number_hash = $1 and ($2::integer is null or account_id = $2)
     order by account_id, started_at`,
    [hash, accountId],
  );
  return rows;
}

/** What limits count for the number. */
export async function readWindows(
  client: Queryable,
  { kind, hash, accountId }: Subject,
): Promise<object[]> {
  if (kind !== 'mobile') return [];
  const { rows } = await client.query<object>(
    `select account_id as "accountId", mode, product, sent_at as "sentAt"
     from number_windows
     where number_hash = $1 and ($2::integer is null or account_id = $2)
     order by account_id, mode, product`,
    [hash, accountId],
  );
  return rows;
}
