import Type from 'typebox';
import { listEntries } from '../../audit/entry-queries.ts';
import { verifyEntries } from '../../audit/verify-entries.ts';
import { fail } from '../../contract/errors.ts';
import { consoleRoute } from '../console-route.ts';
import { AuditPage, AuditProof, AuditQuery } from './audit-contract.ts';

const pageSize = 50;

/** Who did what: an account's own part for its owner, all of it for whoever runs the platform. */
export const auditRoutes = [
  consoleRoute({
    method: 'GET',
    path: '/audit/entries',
    right: 'audit.read',
    summary: 'Who changed what, the newest first',
    query: AuditQuery,
    reply: AuditPage,
    async handle({ pool, scope }, { query }) {
      const { account, action, by: actor, before, limit = pageSize } = query;
      const { entries, next } = await listEntries(
        pool,
        scope,
        { accountId: account, action, actor },
        { before, limit },
      );
      return { entries: entries.map((e) => ({ ...e, madeAt: e.madeAt.toISOString() })), next };
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/audit/verify',
    right: 'audit.read',
    summary: 'Follow the chain of the entries from the first to the last',
    body: Type.Object({}),
    reply: AuditProof,
    async handle({ pool, scope }) {
      // The chain runs through all accounts, so only the platform can follow it.
      if (scope.kind !== 'platform') fail('nothing_there');
      return verifyEntries(pool);
    },
  }),
];
