import type { Vault } from '../../foundation/vault.ts';
import { personOfCard, personOfMobile } from '../search/search-filter.ts';

export type SubjectKind = 'mobile' | 'id_number';

/** A person as the platform knows them: by the keyed hash of a mobile or an ID number. */
export interface Subject {
  kind: SubjectKind;
  hash: Buffer;
  /** Null for all accounts. */
  accountId: number | null;
}

/** Reads a number as a call reads it; undefined if it is not a valid mobile. */
export function subjectOf(
  vault: Vault,
  { mobile, idNumber, accountId }: { mobile?: string; idNumber?: string; accountId?: number },
  region: string,
): Subject | undefined {
  const person =
    mobile === undefined
      ? personOfCard(vault, idNumber ?? '')
      : personOfMobile(vault, mobile.trim(), region);
  if (!person) return undefined;
  return {
    kind: mobile === undefined ? 'id_number' : 'mobile',
    hash: person.numberHash ?? person.cardHash,
    accountId: accountId ?? null,
  };
}

/**
 * Names a person in certificates, audit entries and finished erasures. It is derived from the hash by which their
 * data is found, so that an erasure can be repeated on restored data, and does not reveal that hash.
 */
export function referenceOf(vault: Vault, { kind, hash }: Pick<Subject, 'kind' | 'hash'>): Buffer {
  return vault.fingerprint('erased', `${kind} ${hash.toString('hex')}`);
}
