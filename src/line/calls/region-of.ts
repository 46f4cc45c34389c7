import type { Vault } from '../../foundation/vault.ts';
import { openMessage, type StoredMessage } from '../../products/messages/content.ts';
import { parseMobile } from '../../products/messages/mobile.ts';

/**
 * The region of a message's number, which rests with its country's prefix. Null where the number is no longer kept, or cannot be opened: that must
 * not keep a call from its end.
 */
export function regionOf(vault: Vault, message: StoredMessage): string | null {
  if (!message.sealed) return null;
  try {
    return parseMobile(openMessage(vault, message).e164, 'CN')?.region ?? null;
  } catch {
    return null;
  }
}
