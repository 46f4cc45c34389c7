import type { Pool } from 'pg';
import { openMessage } from '../messages/content.ts';
import type { Vault } from '../vault.ts';
import { listInboxMessages } from './inbox-queries.ts';

export interface InboxItem {
  callId: string;
  mobile: string;
  text: string;
  sentAt: Date;
  mode: string;
}

/** What the sandbox took last, newest first; what it says is kept by the calls. */
export async function listInbox(pool: Pool, vault: Vault, most: number): Promise<InboxItem[]> {
  const rows = await listInboxMessages(pool, most);
  return rows.map((row) => {
    const { e164, text } = openMessage(vault, row);
    return { callId: row.callId, mobile: e164, text, sentAt: row.sentAt, mode: row.mode };
  });
}
