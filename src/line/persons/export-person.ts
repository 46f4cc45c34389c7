import type { Pool } from 'pg';
import type { Vault } from '../../foundation/vault.ts';
import { readOperator } from '../../people/accounts/operator-queries.ts';
import { findPerson } from './find-person.ts';
import type { Subject } from './subject.ts';

/** Everything held about a person, opened, to be handed to them. */
export interface PersonExport {
  format: 'countersign person export 1';
  exportedAt: string;
  operator: { en: string; zh: string } | null;
  person: { mobile?: string; idNumber?: string; reference: string };
  accountId: number | null;
  /** True if there are more calls than one export holds. */
  isCut: boolean;
  records: Record<string, object[]>;
}

export async function exportPerson(
  ports: { pool: Pool; vault: Vault },
  subject: Subject,
  who: { mobile?: string; idNumber?: string },
): Promise<PersonExport> {
  const { reference, isCut, records } = await findPerson(ports, subject);
  const operator = await readOperator(ports.pool);
  return {
    format: 'countersign person export 1',
    exportedAt: new Date().toISOString(),
    operator: operator?.legalName ?? null,
    person: { ...who, reference },
    accountId: subject.accountId,
    isCut,
    records: Object.fromEntries(records.map(({ name, rows }) => [name, rows])),
  };
}
