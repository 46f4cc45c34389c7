import type { Pool } from 'pg';
import type { Static } from 'typebox';
import { fail } from '../../../foundation/contract/errors/errors.ts';
import { refuse } from '../../../foundation/contract/refusals/refused.ts';
import { formatMoney } from '../../../foundation/money.ts';
import {
  createKey,
  type Key,
  pageKeys,
  revokeKey,
  rotateKey,
} from '../../../line/callers/key-queries.ts';
import { listKeyUses } from '../../../line/callers/key-use-queries.ts';
import { readTotals } from '../../../line/search/hour-queries.ts';
import { findLastUses } from '../../../line/search/last-use-queries.ts';
import { type ConsoleContext, consoleRoute } from '../kit/console-route.ts';
import { nullableMoney } from '../kit/nullable.ts';
import { readAmount } from '../kit/read-amount.ts';
import { requireOneAccount } from '../kit/require-scope.ts';
import { digestOf, readKey } from '../kit/share-reads.ts';
import { watchChanges } from '../kit/watch-changes.ts';
import {
  KeyAsked,
  KeyRotation,
  type KeyRow,
  KeysPage,
  KeysQuery,
  KeysWatched,
  KeyUse,
  MadeKey,
  NewKey,
  OneKey,
  RevokedKey,
  RotatedKey,
} from './keys-contract.ts';

const pageSize = 50;
/** Addresses that a screen shows. */
const maxShown = 8;
const dayMs = 86_400_000;
/** How often to look for changes. */
const pollMs = 2_000;

/** API keys: create and rotate them with their permissions, show each once, and revoke them. */
export const routes = [
  consoleRoute({
    method: 'GET',
    path: '/keys/list',
    right: 'keys.read',
    summary: 'List the keys of an account, or of all, newest first',
    query: KeysQuery,
    reply: KeysPage,
    handle: (context, { query }) => readKeys(context, query),
  }),
  consoleRoute({
    method: 'GET',
    path: '/keys/changes',
    right: 'keys.read',
    summary: 'Server-sent events when a page of keys changes',
    query: KeysWatched,
    reply: 'text/event-stream',
    async handle(context, { query, signal }) {
      return watchChanges(context, signal, {
        key: readKey('keys', [context.scope, query]),
        everyMs: pollMs,
        readState: async () => digestOf(await readKeys(context, query)),
      });
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/keys/use',
    right: 'keys.read',
    summary: 'Show how much a key was used, and from where',
    query: KeyAsked,
    reply: KeyUse,
    async handle({ pool, scope, clock }, { query: { keyId } }) {
      const { keys } = await pageKeys(pool, scope, { before: keyId + 1, limit: 1 });
      const [key] = keys;
      if (key?.keyId !== keyId) return fail('nothing_there');
      const now = clock.now();
      const [day, month, uses, addresses] = await Promise.all([
        readUse(pool, key, now, 1),
        readUse(pool, key, now, 30),
        findLastUses(pool, [key]),
        listKeyUses(pool, key, maxShown),
      ]);
      return {
        key: rowOf(key, uses.get(keyId) ?? null, now),
        ...{ day, month },
        addresses: addresses.map((use) => ({
          ...use,
          firstAt: use.firstAt.toISOString(),
          lastAt: use.lastAt.toISOString(),
        })),
      };
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/keys/create',
    right: 'keys.change',
    summary: 'Create a key; it is shown once',
    body: NewKey,
    reply: MadeKey,
    async handle({ scope, change, clock }, { body }) {
      const accountId = requireOneAccount(scope);
      const expiresAt = body.expiresAt === undefined ? undefined : new Date(body.expiresAt);
      if (expiresAt && expiresAt <= clock.now()) refuse('key_expiry_past');
      const spendCapDay =
        body.spendCapDay === undefined ? undefined : readAmount('spendCapDay', body.spendCapDay);
      return change('key.create', (by) =>
        createKey(by, { ...body, accountId, expiresAt, spendCapDay }),
      );
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/keys/rotate',
    right: 'keys.change',
    summary: 'Create a key with the same settings; the old one expires after the overlap',
    body: KeyRotation,
    reply: RotatedKey,
    async handle({ scope, change }, { body }) {
      const accountId = requireOneAccount(scope);
      const made = await change('key.rotate', (by) => rotateKey(by, { accountId, ...body }));
      return { ...made, oldEndsAt: made.oldEndsAt.toISOString() };
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/keys/revoke',
    right: 'keys.change',
    summary: 'Revoke a key',
    body: OneKey,
    reply: RevokedKey,
    async handle({ scope, change }, { body: { keyId } }) {
      const accountId = requireOneAccount(scope);
      const { revokedAt } = await change('key.revoke', (by) => revokeKey(by, { keyId, accountId }));
      return { keyId, revokedAt: (revokedAt as Date).toISOString() };
    },
  }),
];

async function readKeys(
  { pool, scope, clock }: ConsoleContext,
  { mode, account, before, limit = pageSize }: Static<typeof KeysQuery>,
): Promise<KeysPage> {
  const page = await pageKeys(pool, scope, { mode, accountId: account, before, limit });
  const uses = await findLastUses(pool, page.keys);
  const now = clock.now();
  return {
    keys: page.keys.map((key) => rowOf(key, uses.get(key.keyId) ?? null, now)),
    next: page.next,
  };
}

/** From the counters of the overview and the calls, with the current hour. */
async function readUse(pool: Pool, { accountId, mode, keyId }: Key, now: Date, days: number) {
  const scope = { kind: 'account', accountId } as const;
  const span = { from: new Date(now.getTime() - days * dayMs), to: now };
  const { result } = await readTotals(pool, scope, mode, span, { key: keyId });
  return { calls: result.calls, charged: formatMoney(result.spend) };
}

function rowOf(key: Key & { accountName: string }, lastUsedAt: Date | null, now: Date): KeyRow {
  return {
    ...key,
    state: stateOf(key, now),
    expiresAt: key.expiresAt?.toISOString() ?? null,
    revokedAt: key.revokedAt?.toISOString() ?? null,
    createdAt: key.createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    spendCapDay: nullableMoney(key.spendCapDay),
  };
}

function stateOf({ revokedAt, expiresAt, replacedBy }: Key, now: Date): KeyRow['state'] {
  if (revokedAt) return 'revoked';
  if (expiresAt && expiresAt <= now) return 'expired';
  return replacedBy === null ? 'active' : 'ending';
}
