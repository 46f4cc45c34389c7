import { pluralize } from '../../foundation/contract/text/pluralize.ts';
import type { PlannedChange, PlatformPlan } from '../../installation/platform/plan-platform.ts';
import { fieldText } from '../../installation/platform/plan-words.ts';
import { lines } from './show.ts';

const marks = { add: '+', change: '~', remove: '-' } as const;
const verbs = { add: 'Add', change: 'Change', remove: 'Remove' } as const;

/** A plan in sentences: what, how, and for whom. */
export function planText({ changes, notes, hash }: PlatformPlan): string {
  const told = [...changes.flatMap(changeLines), ...notes.map((note) => `! ${note}`)];
  if (changes.length === 0) return lines([...told, 'Nothing to change.']);
  const count = (kind: PlannedChange['kind']) => changes.filter((one) => one.kind === kind).length;
  const sum =
    `Plan ${hash}: ${pluralize(count('add'), 'addition')}, ` +
    `${pluralize(count('change'), 'change')}, ${pluralize(count('remove'), 'removal')}.`;
  return lines([...told, '', sum]);
}

function changeLines({ kind, name, fields, effects }: PlannedChange): string[] {
  return [
    `${marks[kind]} ${verbs[kind]} ${name.en}`,
    ...fields.map((field) => `    ${fieldText(field).replaceAll('\n', '\\n')}`),
    ...effects.map((effect) => `    => ${effect}`),
  ];
}

/** The same for programs. Hidden values are left out. */
export function planJson({ changes, notes, hash }: PlatformPlan) {
  return {
    hash,
    changes: changes.map(({ section, key, kind, name, fields, effects }) => ({
      ...{ section, key, kind, name: name.en, effects },
      fields: fields.map((field) => ({ path: field.path, text: fieldText(field) })),
    })),
    notes,
  };
}
