import type { FailureReason } from '../../../foundation/contract/errors/failure-reasons.ts';
import type { Receipt } from '../../providers/provider.ts';
import type { CodeMeaning } from '../../providers/vendor.ts';

/** Refused calls. A code that is not listed is unknown, because Twilio may have placed the call. */
export const codes: Readonly<Record<string, CodeMeaning>> = {
  '10004': ['unavailable', 'provider_limit'],
  '20003': ['unavailable', 'provider_setup'],
  '20429': ['unavailable', 'provider_limit'],
  '21210': ['unavailable', 'provider_setup'],
  '21211': ['rejected', 'number_invalid'],
  '21212': ['unavailable', 'provider_setup'],
  '21214': ['rejected', 'number_invalid'],
  '21217': ['rejected', 'number_invalid'],
};

/** Call states. A call that somebody or something answered is completed, and counts as delivered. */
export const states: Readonly<Record<string, readonly [Receipt['state'], FailureReason | null]>> = {
  queued: ['sent', null],
  initiated: ['sent', null],
  ringing: ['sent', null],
  'in-progress': ['sent', null],
  completed: ['delivered', null],
  busy: ['undelivered', 'number_off'],
  'no-answer': ['undelivered', 'number_off'],
  failed: ['undelivered', 'number_invalid'],
  canceled: ['rejected', 'provider_fault'],
};
