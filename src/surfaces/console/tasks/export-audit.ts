import Type from 'typebox';
import { csvLine, csvMark } from '../../../money/statements/csv-line.ts';
import { AuditQuery } from '../audit/audit-contract.ts';
import { readEntries } from '../audit/read-entries.ts';
import type { ShownEntry } from '../audit/show-own-entry.ts';
import { taskKind } from './task-kind.ts';

const entriesAtOnce = 1_000;

type Field = (entry: ShownEntry) => string | number | null;
const json = (value: object | null) => (value === null ? null : JSON.stringify(value));
const fields: Readonly<Record<string, Field>> = {
  entryId: ({ entryId }) => entryId,
  at: ({ madeAt }) => madeAt.toISOString(),
  actorKind: ({ actor }) => actor.kind,
  actor: ({ actor }) => actor.name,
  accountId: ({ accountId }) => accountId,
  action: ({ action }) => action,
  subject: ({ subject }) => subject,
  key: ({ key }) => json(key),
  before: ({ before }) => json(before),
  after: ({ after }) => json(after),
};

/** The entries of the audit log that a list finds, newest first, as the viewer may see them. */
export const auditExport = taskKind({
  kind: 'audit_export',
  right: 'audit.read',
  act: 'audit.export',
  params: Type.Omit(AuditQuery, ['before', 'limit']),
  prepare: async () => ({ file: { name: 'audit-log.csv', type: 'text/csv; charset=utf-8' } }),
  async *run({ pool }, { scope, isOperator, params, position, ...task }) {
    let { done } = task;
    let before = position?.before as number | undefined;
    if (!position) yield { content: `${csvMark}${csvLine(Object.keys(fields))}`, done };
    for (;;) {
      const asked = { ...params, ...(before ? { before } : {}), limit: entriesAtOnce };
      const { entries, next } = await readEntries({ pool, scope, isOperator }, asked);
      const content = entries
        .map((entry) => csvLine(Object.values(fields).map((read) => read(entry))))
        .join('');
      done += entries.length;
      if (next === null) return yield { content, done };
      before = next;
      yield { content, done, position: { before } };
    }
  },
});
