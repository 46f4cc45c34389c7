import { randomUUIDv7 } from 'node:crypto';
import type { Vault } from '../../foundation/vault.ts';

/** What a message says, and to whom. It rests sealed, together with the others of its batch. */
export interface MessageContent {
  /** The number exactly as the caller sent it. */
  asSent: string;
  e164: string;
  text: string;
}

export interface SealedMessages {
  contentId: string;
  sealed: Buffer;
}

type Entry = [callId: string, asSent: string, e164: string, text: string];

/** A call that has something to say, or nothing. */
export interface Sender {
  callId: string;
  order: { message: MessageContent | null };
}

/**
 * Seals what all messages of a batch say at once: a seal costs 12 µs however little is in it, which was
 * a tenth of the server's work for a call. Each entry begins with its call's id, inside the seal, so
 * that none can be passed off as another's.
 */
export function sealMessages(
  vault: Vault,
  senders: readonly Sender[],
  contentId: string = randomUUIDv7(),
): SealedMessages | null {
  const entries: Entry[] = [];
  for (const { callId, order } of senders) {
    if (!order.message) continue;
    const { asSent, e164, text } = order.message;
    entries.push([callId, asSent, e164, text]);
  }
  if (entries.length === 0) return null;
  return { contentId, sealed: vault.seal(JSON.stringify(entries), contentId) };
}

/** A call's message as it rests; a call without one has neither. */
export interface StoredMessage {
  callId: string;
  contentId: string | null;
  sealed: Buffer | null;
}

export function openMessage(vault: Vault, { callId, contentId, sealed }: StoredMessage) {
  if (!contentId || !sealed) throw new Error('this call keeps no message');
  const content = JSON.parse(vault.open(sealed, contentId));
  // Messages of before there were batches stand alone, under their call's own id.
  const entries: Entry[] = contentId === callId ? [[callId, ...content] as Entry] : content;
  const entry = entries.find(([id]) => id === callId);
  if (!entry) throw new Error('this content is of other calls');
  const [, asSent, e164, text] = entry;
  return { asSent, e164, text } satisfies MessageContent;
}
