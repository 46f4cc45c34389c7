import { plainArray } from '../../foundation/db/array-literal.ts';
import { faultOf } from '../../foundation/db/faults.ts';
import type { Log } from '../../foundation/db/log.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import type { Vault } from '../../foundation/vault.ts';
import { type SealedMessages, type Sender, withoutMessages } from './content.ts';

/**
 * Erases the content of refused calls. A batch is encrypted before its verdicts are known, so a mixed batch is
 * encrypted again with only the held calls. If all were refused, the statement stored nothing.
 */
export async function forgetRefused(
  { pool, vault, log }: { pool: Queryable; vault: Vault; log: Log },
  { contentId, sealed }: SealedMessages,
  senders: readonly Sender[],
  held: readonly Sender[],
): Promise<void> {
  if (held.length === senders.length || held.length === 0) return;
  const refused = new Set(senders.filter((one) => !held.includes(one)).map((one) => one.callId));
  try {
    let found: Buffer | undefined = sealed;
    // An erasure or a rotation of the data key may have sealed it again meanwhile.
    while (found) {
      const left = withoutMessages(vault, { contentId, sealed: found }, refused);
      if (await replaceContent(pool, contentId, { from: found, to: left })) return;
      found = (await findContents(pool, [contentId])).get(contentId);
    }
  } catch (error) {
    log.warn(
      { contentId, fault: faultOf(error) },
      'contents of refused messages could not be deleted yet',
    );
  }
}

/** Replaces a content, or deletes it, unless it has changed since it was read. */
async function replaceContent(
  pool: Queryable,
  contentId: string,
  { from, to }: { from: Buffer; to: Buffer | null },
): Promise<boolean> {
  const { rowCount } = to
    ? await pool.query(
        'update message_contents set sealed = $3 where content_id = $1 and sealed = $2',
        [contentId, from, to],
      )
    : await pool.query('delete from message_contents where content_id = $1 and sealed = $2', [
        contentId,
        from,
      ]);
  return rowCount === 1;
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
