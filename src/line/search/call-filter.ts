import type { CallState, Product } from '../../foundation/contract/products.ts';
import type { CheckStanding } from '../../foundation/contract/wire/face.ts';
import type { MessageState } from '../../foundation/contract/wire/sms.ts';
import type { Vault } from '../../foundation/vault.ts';
import { cardHashOf } from '../../products/checks/check-secrets.ts';
import { parseMobile } from '../../products/messages/mobile.ts';

/** How far a person came in a check. */
export const checkStages = ['made', 'opened', 'consented', 'started'] as const;
export type CheckStage = (typeof checkStages)[number];

/** What calls are looked for by; all that is given must hold. */
export interface CallFilter {
  account?: number;
  key?: number;
  product?: Product;
  state?: CallState;
  /** How the message or the check stands. */
  result?: MessageState | CheckStanding;
  reason?: string;
  provider?: string;
  /** From this instant on, and before that one. */
  from?: Date;
  to?: Date;
  requestId?: string;
  person?: PersonFilter;
}

/** A person by the keyed hash of a mobile, or of an ID number. */
export type PersonFilter =
  | { numberHash: Buffer; cardHash?: never }
  | { numberHash?: never; cardHash: Buffer };

/** The person of a mobile, hashed as a call hashes its recipient; undefined for what is no mobile. */
export function personOfMobile(
  vault: Vault,
  mobile: string,
  region: string,
): PersonFilter | undefined {
  const parsed = parseMobile(mobile, region);
  return parsed && { numberHash: vault.fingerprint(parsed.e164) };
}

export function personOfCard(vault: Vault, cardNo: string): PersonFilter {
  return { cardHash: cardHashOf(vault, cardNo) };
}
