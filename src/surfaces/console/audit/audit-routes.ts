import Type from 'typebox';
import { fail } from '../../../foundation/contract/errors/errors.ts';
import { consoleRoute } from '../kit/console-route.ts';
import { AuditPage, AuditProof, AuditQuery } from './audit-contract.ts';
import { readEntries } from './read-entries.ts';
import { verifyOnce } from './verify-once.ts';

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
      return { entries: entries.map((e) => ({ ...e, madeAt: e.madeAt.toISOString() })), next };
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
