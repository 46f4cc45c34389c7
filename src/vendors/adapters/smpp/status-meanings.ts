import {
  type FailureReason,
  failureReasons,
} from '../../../foundation/contract/errors/failure-reasons.ts';
import type { CodeMeaning } from '../../providers/vendor.ts';
import { codes, statusCode, unlistedStatus } from './codes.ts';

type StatusTable = Readonly<Record<string, CodeMeaning>>;

/** The statuses that carriers publish, where they say more than the protocol. */
export const statusPresets = {
  none: {},
  // dev.infobip.com/smpp-specification/command-status-and-gsm-error-codes (2026-11-17)
  infobip: {
    '0x22': ['unavailable', 'region'],
    '0xFF': ['unavailable', 'provider_balance'],
    '0x9F': ['unavailable', 'provider_setup'],
    '0x4A1': ['unavailable', 'provider_fault'],
  },
  // docs.hollatags.com/smpp/smpp-response-error-codes (2026-11-17)
  hollatags: {
    '0x45': ['rejected', 'blocked_by_person'],
    '0x400': ['unavailable', 'region'],
    '0x401': ['unavailable', 'provider_balance'],
    '0x402': ['unavailable', 'provider_balance'],
    '0x403': ['unavailable', 'provider_setup'],
    '0x404': ['unavailable', 'provider_setup'],
    '0x405': ['unavailable', 'provider_setup'],
    // "Subscriber on DND or Restricted SenderID": the second would not hold for another provider.
    '0x40A': ['unavailable', 'blocked_by_carrier'],
    '0x430': ['unavailable', 'provider_setup'],
    '0x432': ['rejected', 'content_refused'],
    '0x433': ['unavailable', 'provider_setup'],
  },
  // developers.horisen.com/en/sms-smpp-api, section 2 (2026-11-17)
  horisen: {
    '0x401': ['unavailable', 'region'],
    '0x402': ['unavailable', 'provider_balance'],
    '0x403': ['rejected', 'blocked_by_carrier'],
    '0x404': ['unavailable', 'provider_fault'],
    '0x405': ['unavailable', 'provider_setup'],
    '0x406': ['unavailable', 'provider_setup'],
    '0x407': ['unavailable', 'provider_setup'],
    '0x408': ['unavailable', 'region'],
    '0x409': ['rejected', 'content_refused'],
  },
} satisfies Readonly<Record<string, StatusTable>>;

export type StatusPreset = keyof typeof statusPresets;

interface StatusSettings {
  statusPreset: StatusPreset;
  /** Such as `0x40A=blocked_by_person 0x432=content_refused`. */
  rejectedStatuses: string;
  /** Such as `0x08 0x45`. */
  unknownStatuses: string;
}

/** What the operator enters wins over the preset, and the preset over the protocol. */
export function statusMeanings(settings: StatusSettings): (status: number) => CodeMeaning {
  const table: Record<string, CodeMeaning> = {
    ...codes,
    ...statusPresets[settings.statusPreset],
    ...Object.fromEntries(
      entriesOf(settings.rejectedStatuses).map(([status, reason]) => [
        statusCode(Number(status)),
        ['rejected', reason as FailureReason],
      ]),
    ),
    ...Object.fromEntries(
      entriesOf(settings.unknownStatuses).map(([status]) => [
        statusCode(Number(status)),
        ['unknown', 'provider_fault'],
      ]),
    ),
  };
  return (status) => table[statusCode(status)] ?? unlistedStatus;
}

/** The first entry of `rejectedStatuses` whose reason does not exist. */
export function findUnknownReason(rejectedStatuses: string): string | undefined {
  return entriesOf(rejectedStatuses)
    .map(([, reason = '']) => reason)
    .find((reason) => !Object.hasOwn(failureReasons, reason));
}

function entriesOf(text: string): string[][] {
  const entries = text.split(/[\s,]+/).filter((entry) => entry !== '');
  return entries.map((entry) => entry.split('='));
}
