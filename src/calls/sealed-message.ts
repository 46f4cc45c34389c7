import type { Vault } from '../vault.ts';

/** What a call keeps of its message, under its own id and nowhere else. */
export interface MessageContent {
  /** The number exactly as the caller sent it. */
  asSent: string;
  e164: string;
  text: string;
}

export function sealMessage(vault: Vault, callId: string, content: MessageContent): Buffer {
  const { asSent, e164, text } = content;
  return vault.seal(JSON.stringify([asSent, e164, text]), callId);
}

export function openMessage(
  vault: Vault,
  { callId, sealed }: { callId: string; sealed: Buffer },
): MessageContent {
  const [asSent = '', e164 = '', text = ''] = JSON.parse(vault.open(sealed, callId)) as string[];
  return { asSent, e164, text };
}
