import { fail } from '../../../foundation/contract/errors/errors.ts';
import { problems } from '../../../foundation/contract/text/problems.ts';
import type { Vault } from '../../../foundation/vault.ts';
import {
  type PersonFilter,
  personOfCard,
  personOfEmail,
  personOfMobile,
} from '../../../line/search/search-filter.ts';
import { maskCard, maskMobile, maskRecipient } from '../kit/mask-person.ts';

/** A person to search for: a keyed hash, and a masked label that identifies them to no one else. */
interface AskedPerson {
  kind: 'mobile' | 'email' | 'card';
  label: string;
  filter: PersonFilter;
}

const context = 'person of a search';

/** Parses the typed text as an email address, a mobile number or an ID number; undefined if it is none. */
export function readPerson(vault: Vault, text: string, region: string): AskedPerson | undefined {
  const typed = text.trim();
  const ofEmail = personOfEmail(vault, typed);
  if (ofEmail) return { kind: 'email', label: maskRecipient(typed.toLowerCase()), filter: ofEmail };
  const ofMobile = personOfMobile(vault, typed, region);
  if (ofMobile) return { kind: 'mobile', label: maskMobile(typed), filter: ofMobile };
  // Accepts foreign ID numbers, whose formats vary: 6 to 30 letters and digits, at least 5 of them digits.
  const isCard = /^[0-9A-Za-z]{6,30}$/.test(typed) && typed.replaceAll(/\D/g, '').length >= 5;
  if (!isCard) return undefined;
  return { kind: 'card', label: maskCard(typed), filter: personOfCard(vault, typed) };
}

/** A token for a person in a URL; it reveals neither the number nor its hash. */
export function sealPerson(vault: Vault, { kind, label, filter }: AskedPerson): string {
  const hash = (filter.numberHash ?? filter.cardHash).toString('base64url');
  return vault.seal(JSON.stringify([kind, label, hash]), context).toString('base64url');
}

export function openPerson(vault: Vault, token: string): AskedPerson {
  try {
    const [kind, label, hash] = JSON.parse(vault.open(Buffer.from(token, 'base64url'), context));
    const bytes = Buffer.from(hash, 'base64url');
    return {
      kind,
      label,
      filter: kind === 'card' ? { cardHash: bytes } : { numberHash: bytes },
    };
  } catch (cause) {
    const details = [{ field: 'person', problem: problems.wrong_form }];
    return fail('invalid_request', { details, cause });
  }
}
