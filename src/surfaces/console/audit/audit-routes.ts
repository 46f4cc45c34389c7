import Type from 'typebox';
import { fail } from '../../../foundation/contract/errors/errors.ts';
import { consoleRoute } from '../kit/console-route.ts';
import { readKey } from '../kit/share-reads.ts';
import { watchChanges } from '../kit/watch-changes.ts';
import { AuditPage, AuditProof, AuditQuery, AuditWatched } from './audit-contract.ts';
import { describeEntries } from './describe-entries.ts';
import { readEntries } from './read-entries.ts';
import { verifyOnce } from './verify-once.ts';

/** How often to look for new entries. */
const pollMs = 2_000;

/** The audit log: an account's own entries for its owner, all entries for operators. */
export const routes = [
  consoleRoute({
    method: 'GET',
    path: '/audit/entries',
    right: 'audit.read',
    summary: 'List changes, newest first',
    query: AuditQuery,
    reply: AuditPage,
    async handle(context, { query }) {
      const { entries, next } = await readEntries(context, query);
      const described = await describeEntries(context.pool, entries);
      return { entries: described.map((e) => ({ ...e, madeAt: e.madeAt.toISOString() })), next };
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/audit/changes',
    right: 'audit.read',
    summary: 'Server-sent events when the first page of changes gets an entry',
    query: AuditWatched,
    reply: 'text/event-stream',
    async handle(context, { query, signal }) {
      return watchChanges(context, signal, {
        key: readKey('audit', [context.scope, context.isOperator, query]),
        everyMs: pollMs,
        async readState() {
          const { entries } = await readEntries(context, { ...query, limit: 1 });
          return String(entries[0]?.entryId ?? 0);
        },
      });
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/audit/verify',
    right: 'audit.read',
    summary: 'Verify the hash chain from the first entry to the last',
    body: Type.Object({}),
    reply: AuditProof,
    async handle({ pool, vault, config, scope, language }) {
      // The hash chain spans all accounts, so only an operator can verify it.
      if (scope.kind !== 'platform') fail('nothing_there');
      const verified = await verifyOnce({ pool, vault, dataDir: config.dataDir });
      return { ...verified, fault: verified.fault?.[language] ?? null };
    },
  }),
];
