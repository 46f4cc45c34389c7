import type { Pool } from 'pg';
import type { Mode, Product } from '../../foundation/contract/products.ts';
import { accountOf, type Scope } from '../../foundation/contract/scope.ts';

/** A message with its encrypted content, as the call stores it. */
export interface InboxMessageRow {
  callId: string;
  accountId: number;
  contentId: string | null;
  sealed: Buffer | null;
  mode: Mode;
  product: Product;
  /** The message's state by its receipts, and the time at which it became final. */
  state: string | null;
  finishedAt: Date | null;
  sentAt: Date;
}

/** The newest messages, of both modes unless one is given. */
export interface InboxPage {
  mode?: Mode | undefined;
  limit: number;
}

const taken = `from (
    select * from sandbox_messages s
    where $1::integer is null or $1 = any (s.account_ids)
    order by s.batch_id desc
    limit $3
  ) m
  cross join unnest(m.call_ids, m.account_ids) as i (call_id, account_id)
  join calls c on c.account_id = i.account_id and c.call_id = i.call_id
  join message_contents s on s.content_id = c.content_id
  where ($1::integer is null or c.account_id = $1) and ($2::text is null or c.mode = $2)
  order by c.call_id desc
  limit $3`;

/** The newest messages, without those whose content was already deleted. */
export async function listInboxMessages(
  pool: Pool,
  scope: Scope,
  { mode, limit }: InboxPage,
): Promise<InboxMessageRow[]> {
  const { rows } = await pool.query<InboxMessageRow>(
    `select c.call_id as "callId", c.account_id as "accountId", c.mode, c.product,
       c.content_id as "contentId", s.sealed, c.message_state as state,
       c.finished_at as "finishedAt", m.sent_at as "sentAt"
     ${taken}`,
    [accountOf(scope), mode ?? null, limit],
  );
  return rows;
}

/** A hash that changes when the list of newest messages or the state of one of them changes. */
export async function readInboxProgress(
  pool: Pool,
  scope: Scope,
  { mode, limit }: InboxPage,
): Promise<string> {
  const { rows } = await pool.query<{ progress: string }>(
    `select coalesce(md5(string_agg(concat_ws(' ', n.call_id, n.message_state), ',')), '') as progress
     from (select c.call_id, c.message_state ${taken}) n`,
    [accountOf(scope), mode ?? null, limit],
  );
  return rows[0]?.progress ?? '';
}
