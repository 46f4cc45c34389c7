import type { Vault } from '../../foundation/vault.ts';
import { openMessage, type StoredMessage } from '../../products/messages/content.ts';
import { parseMobile } from '../../products/messages/mobile.ts';

/**
 * The region of a message's number, which is stored with its country prefix. Null if the number was deleted
 * or cannot be decrypted: neither may prevent the call from ending.
 */
export function regionOf(vault: Vault, message: StoredMessage): string | null {
  if (!message.sealed) return null;
  try {
    return parseMobile(openMessage(vault, message).to, 'CN')?.region ?? null;
  } catch {
    return null;
  }
}
