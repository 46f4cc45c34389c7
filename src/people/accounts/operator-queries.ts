import type { Change } from '../../foundation/audit/change-queries.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import {
  type LegalFields,
  type LegalParticulars,
  legalParticularsProblems,
} from '../../foundation/contract/text/legal-particulars.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';

/** Who runs the platform, as persons are told; null until an operator has said so. */
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

/** What is left out stays as it is; the first time nothing can be left out. */
export interface OperatorChange {
  nameEn?: string | undefined;
  nameZh?: string | undefined;
  contact?: string | undefined;
  privacyUrl?: string | undefined;
}

/** As the command line calls them. */
const options: LegalFields = {
  en: { en: '--name-en', zh: '--name-en' },
  zh: { en: '--name-zh', zh: '--name-zh' },
  contact: { en: '--contact', zh: '--contact' },
  privacyUrl: { en: '--privacy-url', zh: '--privacy-url' },
};

/** Sets who runs the platform, or refuses with all that is wrong and changes nothing. */
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
    `insert into operator_particulars (legal_name_en, legal_name_zh, contact, privacy_url)
     values ($1, $2, $3, $4)
     on conflict (one) do update
     set legal_name_en = excluded.legal_name_en, legal_name_zh = excluded.legal_name_zh,
       contact = excluded.contact, privacy_url = excluded.privacy_url, changed_at = now()`,
    [after.legalName.en, after.legalName.zh, after.contact, after.privacyUrl],
  );
  return after as LegalParticulars;
}
