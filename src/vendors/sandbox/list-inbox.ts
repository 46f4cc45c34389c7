import type { Pool } from 'pg';
import type { Mode, Product } from '../../foundation/contract/products.ts';
import type { Scope } from '../../foundation/contract/scope.ts';
import { type InboxMessageRow, type InboxPage, listInboxMessages } from './inbox-queries.ts';

export interface InboxItem {
  callId: string;
  accountId: number;
  product: Product;
  mobile: string;
  text: string;
  state: string | null;
  sentAt: Date;
  finishedAt: Date | null;
  mode: Mode;
}

/**
 * The newest messages that the sandbox accepted. Their content is stored with the calls, so it is decrypted
 * there.
 */
export async function listInbox(
  pool: Pool,
  scope: Scope,
  open: (row: InboxMessageRow) => { to: string; text: string },
  page: InboxPage,
): Promise<InboxItem[]> {
  const rows = await listInboxMessages(pool, scope, page);
  return rows.map((row) => {
    const { contentId, sealed, ...rest } = row;
    const { to, text } = open(row);
    return { ...rest, mobile: to, text };
  });
}
