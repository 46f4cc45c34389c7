import { fail } from '../../../foundation/contract/errors/errors.ts';
import { problems } from '../../../foundation/contract/text/problems.ts';
import type { Vault } from '../../../foundation/vault.ts';
import {
  type PersonFilter,
  personOfCard,
  personOfMobile,
} from '../../../line/search/call-filter.ts';
import { maskCard, maskMobile } from '../kit/mask-person.ts';

/** A person who is looked for: by a keyed hash, and with a label of which nobody else can know them. */
export interface AskedPerson {
  kind: 'mobile' | 'card';
  label: string;
  filter: PersonFilter;
}

const context = 'person of a search';

/** Who is meant by what was typed: a mobile, or else an ID number; undefined for neither. */
export function readPerson(vault: Vault, text: string, region: string): AskedPerson | undefined {
  const typed = text.trim();
  const ofMobile = personOfMobile(vault, typed, region);
  if (ofMobile) return { kind: 'mobile', label: maskMobile(typed), filter: ofMobile };
  // ID numbers of other lands have other forms: at least six letters and digits, most of them digits.
  const isCard = /^[0-9A-Za-z]{6,30}$/.test(typed) && typed.replaceAll(/\D/g, '').length >= 5;
  if (!isCard) return undefined;
  return { kind: 'card', label: maskCard(typed), filter: personOfCard(vault, typed) };
}

/** What stands for a person in an address: neither the number nor its hash can be read from it. */
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
      filter: kind === 'mobile' ? { numberHash: bytes } : { cardHash: bytes },
    };
  } catch (cause) {
    const details = [{ field: 'person', problem: problems.wrong_form }];
    return fail('invalid_request', { details, cause });
  }
}
