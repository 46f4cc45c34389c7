import type { Change } from '../../foundation/audit/change-queries.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import {
  type LegalFields,
  type LegalParticulars,
  legalParticularsProblems,
} from '../../foundation/contract/text/legal-particulars.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';

/** The platform's legal operator, as shown to people being checked; null until it is set. */
export async function readOperator(pool: Queryable): Promise<LegalParticulars | null> {
  const { rows } = await pool.query<LegalParticulars>({
    name: 'read_operator',
    text: `
      select json_build_object('en', legal_name_en, 'zh', legal_name_zh) as "legalName", contact,
        privacy_url as "privacyUrl"
      from operator_particulars`,
  });
  return rows[0] ?? null;
}

/** An omitted field keeps its value. The first time, every field is required. */
export interface OperatorChange {
  nameEn?: string | undefined;
  nameZh?: string | undefined;
  contact?: string | undefined;
  privacyUrl?: string | undefined;
}

/** The command-line options of the fields, for error messages. */
const options: LegalFields = {
  en: { en: '--name-en', zh: '--name-en' },
  zh: { en: '--name-zh', zh: '--name-zh' },
  contact: { en: '--contact', zh: '--contact' },
  privacyUrl: { en: '--privacy-url', zh: '--privacy-url' },
};

/** Sets the platform's legal operator. Invalid input is refused with all its problems and changes nothing. */
export async function setOperator(
  change: Change,
  wanted: OperatorChange,
  called: LegalFields = options,
): Promise<LegalParticulars> {
  const before = await readOperator(change);
  const after = {
    legalName: {
      en: wanted.nameEn ?? before?.legalName.en,
      zh: wanted.nameZh ?? before?.legalName.zh,
    },
    contact: wanted.contact ?? before?.contact,
    privacyUrl: wanted.privacyUrl ?? before?.privacyUrl,
  };
  const problems = legalParticularsProblems(after, called);
  if (problems.length > 0) refuse('fields_invalid', { faults: problems });
  await change.query(
    `insert into operator_particulars (legal_name_en, legal_name_zh, contact, privacy_url, changed_at)
     values ($1, $2, $3, $4, now())
     on conflict (one) do update
     set legal_name_en = excluded.legal_name_en, legal_name_zh = excluded.legal_name_zh,
       contact = excluded.contact, privacy_url = excluded.privacy_url,
       changed_at = excluded.changed_at`,
    [after.legalName.en, after.legalName.zh, after.contact, after.privacyUrl],
  );
  return after as LegalParticulars;
}
