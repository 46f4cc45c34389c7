import { plainArray } from '../../foundation/db/array-literal.ts';
import { faultOf } from '../../foundation/db/faults.ts';
import type { Log } from '../../foundation/db/log.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import type { Vault } from '../../foundation/vault.ts';
import { type SealedMessages, type Sender, sealMessages } from './content.ts';

/**
 * Erases the content of refused calls. A batch is encrypted before its verdicts are known, so a mixed batch is
 * encrypted again with only the held calls. If all were refused, the statement stored nothing.
 */
export async function forgetRefused(
  { pool, vault, log }: { pool: Queryable; vault: Vault; log: Log },
  { contentId }: SealedMessages,
  senders: readonly Sender[],
  held: readonly Sender[],
): Promise<void> {
  if (held.length === senders.length || held.length === 0) return;
  const left = sealMessages(vault, held, contentId);
  try {
    if (left) {
      const values = [contentId, left.sealed];
      await pool.query('update message_contents set sealed = $2 where content_id = $1', values);
    } else {
      await pool.query('delete from message_contents where content_id = $1', [contentId]);
    }
  } catch (error) {
    log.warn(
      { contentId, fault: faultOf(error) },
      'contents of refused messages could not be deleted yet',
    );
  }
}

/** Adds the encrypted content to messages; null where it has been erased. */
export async function withContents<Message extends { contentId: string | null }>(
  pool: Queryable,
  messages: readonly Message[],
): Promise<(Message & { sealed: Buffer | null })[]> {
  const contentIds = new Set(messages.flatMap(({ contentId }) => contentId ?? []));
  const contents = await findContents(pool, [...contentIds]);
  return messages.map((message) => ({
    ...message,
    sealed: contents.get(message.contentId ?? '') ?? null,
  }));
}

/** The contents of batches by batch ID. Erased ones are missing. */
async function findContents(
  pool: Queryable,
  contentIds: readonly string[],
): Promise<Map<string, Buffer>> {
  const { rows } = await pool.query<{ contentId: string; sealed: Buffer }>(
    `select content_id as "contentId", sealed from message_contents where content_id = any ($1)`,
    [plainArray(contentIds)],
  );
  return new Map(rows.map(({ contentId, sealed }) => [contentId, sealed]));
}
