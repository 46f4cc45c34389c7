import type { CallState, Product } from '../../foundation/contract/products.ts';
import { parseEmail } from '../../foundation/contract/text/email-address.ts';
import type { CheckState } from '../../foundation/contract/wire/face.ts';
import type { MessageState } from '../../foundation/contract/wire/sms.ts';
import type { Vault } from '../../foundation/vault.ts';
import { cardHashOf } from '../../products/checks/check-secrets.ts';
import { parseMobile } from '../../products/messages/mobile.ts';

/** The last step that a person reached in a check. */
export const checkStages = ['made', 'opened', 'consented', 'started'] as const;
export type CheckStage = (typeof checkStages)[number];

/** The conditions of a search; a call must match all that are set. */
export interface CallFilter {
  account?: number;
  key?: number;
  product?: Product;
  state?: CallState;
  /** The state of the message or the check. */
  result?: MessageState | CheckState;
  /** Calls that did not do what their caller wanted, or whose outcome is unknown. */
  isTrouble?: true;
  reason?: string;
  provider?: string;
  /** Inclusive start; `to` is exclusive. */
  from?: Date;
  to?: Date;
  requestId?: string;
  person?: PersonFilter;
}

/** A person, by the keyed hash of a mobile or e-mail address, or of an ID number. */
export type PersonFilter =
  | { numberHash: Buffer; cardHash?: never }
  | { numberHash?: never; cardHash: Buffer };

/** The filter for a mobile, hashed as a call hashes its recipient; undefined if it is not a valid mobile. */
export function personOfMobile(
  vault: Vault,
  mobile: string,
  region: string,
): PersonFilter | undefined {
  const parsed = parseMobile(mobile, region);
  return parsed && { numberHash: vault.fingerprint('number', parsed.e164) };
}

/** The filter for an e-mail address; undefined if it is not one. */
export function personOfEmail(vault: Vault, email: string): PersonFilter | undefined {
  const address = parseEmail(email);
  return address === undefined ? undefined : { numberHash: vault.fingerprint('number', address) };
}

export function personOfCard(vault: Vault, cardNo: string): PersonFilter {
  return { cardHash: cardHashOf(vault, cardNo) };
}
