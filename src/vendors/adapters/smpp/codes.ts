import type { CodeMeaning, ReceiptMeaning } from '../../providers/vendor.ts';

/** A status of an answer as it is written in tables and logs. */
export function statusCode(status: number): string {
  return `0x${status.toString(16).toUpperCase().padStart(2, '0')}`;
}

/**
 * The statuses of SMPP 3.4 that can answer a submit_sm. By the protocol every one of them says that
 * nothing was taken; of a system error gateways do not know it themselves.
 */
export const codes: Readonly<Record<string, CodeMeaning>> = {
  '0x00': ['done', null],
  '0x01': ['rejected', 'content_refused'],
  '0x02': ['unavailable', 'provider_setup'],
  '0x03': ['unavailable', 'provider_setup'],
  '0x04': ['unavailable', 'provider_setup'],
  '0x05': ['unavailable', 'provider_setup'],
  '0x06': ['unavailable', 'provider_setup'],
  '0x07': ['unavailable', 'provider_setup'],
  '0x08': ['unknown', 'provider_fault'],
  '0x0A': ['unavailable', 'provider_setup'],
  '0x0B': ['rejected', 'number_invalid'],
  '0x0D': ['unavailable', 'provider_setup'],
  '0x0E': ['unavailable', 'provider_setup'],
  '0x0F': ['unavailable', 'provider_setup'],
  '0x14': ['unavailable', 'provider_limit'],
  '0x15': ['unavailable', 'provider_setup'],
  '0x43': ['unavailable', 'provider_setup'],
  '0x45': ['unavailable', 'provider_fault'],
  '0x48': ['unavailable', 'provider_setup'],
  '0x49': ['unavailable', 'provider_setup'],
  '0x50': ['unavailable', 'provider_setup'],
  '0x51': ['unavailable', 'provider_setup'],
  '0x53': ['unavailable', 'provider_setup'],
  '0x58': ['unavailable', 'provider_limit'],
  '0x61': ['unavailable', 'provider_setup'],
  '0x62': ['unavailable', 'provider_setup'],
  '0xFF': ['unknown', 'provider_fault'],
  '0x101': ['unavailable', 'provider_setup'],
};

/**
 * What the word of a receipt says. Carriers say why a message did not arrive in numbers of their own, so
 * the reason is known only where the word has it. An accepted or unknown message is not at its end.
 */
export const receiptCodes: Readonly<Record<string, ReceiptMeaning>> = {
  SCHEDULED: ['sent', null],
  ENROUTE: ['sent', null],
  DELIVRD: ['delivered', null],
  EXPIRED: ['expired', 'expired'],
  DELETED: ['undelivered', 'blocked_by_carrier'],
  UNDELIV: ['undelivered', null],
  ACCEPTD: ['sent', null],
  UNKNOWN: ['sent', null],
  REJECTD: ['rejected', 'blocked_by_carrier'],
  SKIPPED: ['undelivered', 'blocked_by_carrier'],
};

/** The same words by their numbers in message_state. */
export const stateWords: readonly (keyof typeof receiptCodes)[] = Object.keys(receiptCodes);
