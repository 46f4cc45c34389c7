import type { Change } from '../../foundation/audit/change-queries.ts';
import {
  listVersions,
  noteRestored,
  requireVersion,
} from '../../foundation/audit/version-queries.ts';
import { type Columns, maxVersions, type Version } from '../../foundation/audit/versions.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import {
  lockTemplate,
  type TemplateContent,
  updateTemplate,
  versionedTemplate,
} from './template-queries.ts';

const columnsOf = ({ text, forms }: TemplateContent) => ({ text, provider_forms: forms });

/** What a template said in one of its versions; null without a template. */
export const contentOf = (columns: Columns | null): TemplateContent | null =>
  columns && {
    text: columns.text as string,
    forms: columns.provider_forms as TemplateContent['forms'],
  };

export function listTemplateVersions(
  db: Queryable,
  templateId: string,
  current: TemplateContent,
): Promise<Version[]> {
  const row = versionedTemplate(templateId);
  return listVersions(db, row, columnsOf(current), { limit: maxVersions });
}

/** Restores the text and the forms of a version. */
export async function restoreTemplate(
  change: Change,
  templateId: string,
  { entryId, was }: { entryId: number; was: TemplateContent },
): Promise<void> {
  const row = versionedTemplate(templateId);
  const current = await lockTemplate(change, templateId);
  const { state, madeAt } = await requireVersion(change, row, columnsOf(current), entryId);
  const { text, forms } = contentOf(state) ?? refuse('version_not_found');
  const gone = Object.keys(current.forms).filter((code) => !Object.hasOwn(forms, code));
  const removed = Object.fromEntries(gone.map((code) => [code, null]));
  await updateTemplate(change, templateId, { text, forms: { ...removed, ...forms } }, was);
  await noteRestored(change, row, 'template.restore', { entryId, madeAt });
}
