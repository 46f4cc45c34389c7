import type { Pool } from 'pg';
import type { HoldItem, HoldResult } from '../calls/hold-calls.ts';
import type { Log } from '../db/log.ts';
import type { Vault } from '../vault.ts';
import { type SealedContents, sealContents } from './content.ts';

/**
 * What a refused call was to say is no longer ours to keep. The batch was sealed before anyone knew its
 * verdicts, so where they differ it is sealed again without those that were refused; where all were, the
 * statement has kept nothing.
 */
export async function forgetRefused(
  { pool, vault, log }: { pool: Pool; vault: Vault; log: Log },
  { contentId }: SealedContents,
  items: readonly HoldItem[],
  results: readonly HoldResult[],
): Promise<void> {
  const held = items.filter((_, i) => results[i]?.verdict === 'held');
  if (held.length === items.length || held.length === 0) return;
  const left = sealContents(vault, held, contentId);
  try {
    if (left) {
      const values = [contentId, left.sealed];
      await pool.query('update contents set sealed = $2 where content_id = $1', values);
    } else {
      await pool.query('delete from contents where content_id = $1', [contentId]);
    }
  } catch (error) {
    log.warn({ contentId, fault: (error as Error).name }, 'refused messages stay sealed');
  }
}
