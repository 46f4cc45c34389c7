import type { CodeMeaning, ReceiptMeaning } from '../../providers/vendor.ts';

/** Formats a status for tables and logs. */
export function statusCode(status: number): string {
  return `0x${status.toString(16).toUpperCase().padStart(2, '0')}`;
}

/**
 * The SMPP 3.4 statuses of a submit_sm response. Every status but 0 means that the vendor did not accept the
 * message (SMPP 3.4, sections 4.4.2 and 5.1.3), also 0x08: SMPP 5.0 defines it as "all or part of the MC is
 * currently unavailable", and OpenMarket, Kannel and Jasmin send the message again after it.
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
  '0x08': ['unavailable', 'provider_fault'],
  '0x0A': ['unavailable', 'provider_setup'],
  '0x0B': ['rejected', 'number_invalid'],
  '0x0C': ['unavailable', 'provider_setup'],
  '0x0D': ['unavailable', 'provider_setup'],
  '0x0E': ['unavailable', 'provider_setup'],
  '0x0F': ['unavailable', 'provider_setup'],
  '0x14': ['unavailable', 'provider_limit'],
  '0x15': ['unavailable', 'provider_setup'],
  '0x33': ['unavailable', 'provider_setup'],
  '0x34': ['unavailable', 'provider_setup'],
  '0x40': ['unavailable', 'provider_setup'],
  '0x42': ['unavailable', 'provider_setup'],
  '0x43': ['unavailable', 'provider_setup'],
  '0x44': ['unavailable', 'provider_setup'],
  '0x45': ['unavailable', 'provider_fault'],
  '0x48': ['unavailable', 'provider_setup'],
  '0x49': ['unavailable', 'provider_setup'],
  '0x50': ['unavailable', 'provider_setup'],
  '0x51': ['unavailable', 'provider_setup'],
  '0x53': ['unavailable', 'provider_setup'],
  '0x54': ['unavailable', 'provider_setup'],
  '0x55': ['unavailable', 'provider_setup'],
  '0x58': ['unavailable', 'provider_limit'],
  '0x61': ['unavailable', 'provider_setup'],
  '0x62': ['unavailable', 'provider_setup'],
  '0x63': ['unavailable', 'provider_setup'],
  '0x64': ['unavailable', 'provider_fault'],
  '0x65': ['unavailable', 'provider_fault'],
  '0x66': ['unavailable', 'provider_fault'],
  '0x67': ['unavailable', 'provider_fault'],
  '0xC0': ['unavailable', 'provider_setup'],
  '0xC1': ['unavailable', 'provider_setup'],
  '0xC2': ['unavailable', 'provider_setup'],
  '0xC3': ['unavailable', 'provider_setup'],
  '0xC4': ['unavailable', 'provider_setup'],
  '0xFE': ['unavailable', 'provider_fault'],
  '0xFF': ['unavailable', 'provider_fault'],
  '0x101': ['unavailable', 'provider_setup'],
};

/** The meaning of a status that the protocol does not list. Carriers define 0x400 to 0x4FF, and others. */
export const unlistedStatus: CodeMeaning = ['unavailable', 'provider_fault'];

/**
 * The meaning of a receipt's state. Carriers give the reason in their own numbers, so it is known only if the
 * state implies it. `ACCEPTD` and `UNKNOWN` are not final. The words after the first ten are not of the
 * protocol, but of carriers.
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
  DELIVERED: ['delivered', null],
  ACCEPTED: ['sent', null],
  ACKED: ['sent', null],
  BUFFRED: ['sent', null],
  BUFFERD: ['sent', null],
  BUFFERED: ['sent', null],
  UNDELIVERED: ['undelivered', null],
  UNDELIVERABLE: ['undelivered', null],
  FAILED: ['undelivered', null],
  REJECTED: ['rejected', 'blocked_by_carrier'],
  NACK: ['rejected', 'blocked_by_carrier'],
};

/** The states of the protocol by their number in message_state. */
export const stateWords = [
  ...['SCHEDULED', 'ENROUTE', 'DELIVRD', 'EXPIRED', 'DELETED'],
  ...['UNDELIV', 'ACCEPTD', 'UNKNOWN', 'REJECTD', 'SKIPPED'],
] as const;
