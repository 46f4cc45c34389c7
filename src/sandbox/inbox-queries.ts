import type { Pool } from 'pg';

/** A message with what it rests in, as the call has it. */
export interface InboxMessageRow {
  callId: string;
  contentId: string | null;
  sealed: Buffer | null;
  mode: string;
  sentAt: Date;
}

/** The newest messages, less those whose content is no longer kept. */
export async function listInboxMessages(pool: Pool, most: number): Promise<InboxMessageRow[]> {
  const { rows } = await pool.query<InboxMessageRow>(
    `select c.call_id as "callId", c.mode, c.content_id as "contentId", s.sealed,
       m.sent_at as "sentAt"
     from (select * from sandbox_messages order by batch_id desc limit $1) m
     cross join unnest(m.call_ids, m.account_ids) as i (call_id, account_id)
     join calls c on c.account_id = i.account_id and c.call_id = i.call_id
     join message_contents s on s.content_id = c.content_id
     order by c.call_id desc
     limit $1`,
    [most],
  );
  return rows;
}
