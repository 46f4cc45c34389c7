import { type Change, noteChange } from '../../foundation/audit/change-queries.ts';
import type { Vault } from '../../foundation/vault.ts';
import { referenceOf, type Subject } from './subject.ts';

/** Writes that somebody looked a person up. The entry names the person by the reference alone. */
export function noteRequest(
  change: Change,
  vault: Vault,
  action: 'person.find' | 'person.export',
  subject: Subject,
): Promise<void> {
  return noteChange(change, {
    accountId: subject.accountId,
    action,
    subject: 'persons',
    key: { reference: referenceOf(vault, subject).toString('hex') },
    before: null,
    after: null,
  });
}
