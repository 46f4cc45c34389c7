import type { Pool } from 'pg';
import { type InboxMessageRow, listInboxMessages } from './inbox-queries.ts';

export interface InboxItem {
  callId: string;
  mobile: string;
  text: string;
  sentAt: Date;
  mode: string;
}

/** What the sandbox took last, newest first. What it says is kept with the calls, so it is opened there. */
export async function listInbox(
  pool: Pool,
  open: (row: InboxMessageRow) => { e164: string; text: string },
  most: number,
): Promise<InboxItem[]> {
  const rows = await listInboxMessages(pool, most);
  return rows.map((row) => {
    const { e164, text } = open(row);
    return { callId: row.callId, mobile: e164, text, sentAt: row.sentAt, mode: row.mode };
  });
}
