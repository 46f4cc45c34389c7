import {
  type CalledProduct,
  isMessageProduct,
  type Mode,
} from '../../foundation/contract/products.ts';
import type { Vault } from '../../foundation/vault.ts';
import { personOfCard, personOfEmail, personOfMobile } from '../search/search-filter.ts';

export interface PersonPorts {
  vault: Vault;
  config: { defaultRegion: string };
  /** The regions of documented test numbers. */
  rehearsals: { regionOf(asSent: string): string | undefined };
}

/** The keyed hash of whom a request is for, as a call stores it; null if the request names nobody. */
export function personHashOf(
  { vault, config, rehearsals }: PersonPorts,
  { mobile, email, cardNo }: Record<string, unknown>,
  { mode, product }: { mode: Mode; product: CalledProduct },
): Buffer | null {
  if (product === 'verify_email') {
    return typeof email === 'string' ? (personOfEmail(vault, email)?.numberHash ?? null) : null;
  }
  if (isMessageProduct(product)) {
    if (typeof mobile !== 'string' || mobile.length > 64) return null;
    const region = (mode === 'test' && rehearsals.regionOf(mobile)) || config.defaultRegion;
    return personOfMobile(vault, mobile, region)?.numberHash ?? null;
  }
  return typeof cardNo === 'string' && cardNo.length <= 64
    ? (personOfCard(vault, cardNo).cardHash ?? null)
    : null;
}
