import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import type { Scope } from '../src/foundation/contract/scope.ts';
import { readFunnel, readSteps, readTotals } from '../src/line/search/hour-queries.ts';
import type { CallFilter } from '../src/line/search/search-filter.ts';
import { findCalls, type PageAsked } from '../src/line/search/search-queries.ts';
import { filled } from './search-fill.ts';

/** One query, as the console makes it. */
export interface Case {
  name: string;
  ask(): Promise<unknown>;
}

const dayMs = 86_400_000;
const md5 = (text: string) => createHash('md5').update(text).digest();

/**
 * Every filter for the platform and for accounts: rare and common values, long periods, pairs, deep
 * pages.
 */
export async function listCases(pool: Pool): Promise<Case[]> {
  const platform: Scope = { kind: 'platform' };
  const big: Scope = { kind: 'account', accountId: filled.bigAccount };
  const small: Scope = { kind: 'account', accountId: filled.smallAccount };
  const now = Date.now();
  const to = new Date(Math.ceil(now / 3_600_000) * 3_600_000);
  const span = { from: new Date(to.getTime() - filled.days * dayMs), to };
  const monthAgo = { from: new Date(now - 31 * dayMs), to: new Date(now - 30 * dayMs) };
  const deep = await findDeep(pool);
  const page: PageAsked = { limit: 50 };

  const filters: Record<string, CallFilter> = {
    'no filter': {},
    'product, common': { product: 'sms_code' },
    'product, rare': { product: 'face_verify' },
    'state, common': { state: 'done' },
    'state, rare': { state: 'unknown' },
    'result, common': { result: 'delivered' },
    'result, rare': { result: 'withdrawn' },
    'reason, common': { reason: 'number_off' },
    'reason, a dozen calls': { reason: 'region' },
    'reason without calls': { reason: 'under_age' },
    'provider, common': { provider: 'north' },
    'provider, rare': { provider: 'old' },
    'provider × reason, rare': { provider: 'spare', reason: 'frequency' },
    'product × state × reason': { product: 'sms_notice', state: 'rejected', reason: 'frequency' },
    'a day a month ago': monthAgo,
    'provider, rare × a day a month ago': { ...monthAgo, provider: 'old' },
    'reason, rare × all the time': { ...span, reason: 'region' },
    'state, common × all the time': { ...span, state: 'done' },
    'mobile of three calls': { person: { numberHash: md5('7') } },
    'mobile of 20000 calls': { person: { numberHash: filled.hotNumber } },
    'mobile of 20000 calls × reason, rare': {
      person: { numberHash: filled.hotNumber },
      reason: 'region',
    },
    'ID number': { person: { cardHash: md5('7') } },
    'request id': { requestId: deep },
  };
  const cases: Case[] = [];
  for (const [who, scope] of [
    ['platform', platform],
    ['big account', big],
  ] as const) {
    for (const [name, filter] of Object.entries(filters)) {
      cases.push({
        name: `${who}: ${name}`,
        ask: () => findCalls(pool, scope, 'live', filter, page),
      });
    }
    const before = { limit: 50, before: deep };
    cases.push(
      {
        name: `${who}: a page in the middle`,
        ask: () => findCalls(pool, scope, 'live', {}, before),
      },
      {
        name: `${who}: provider, rare, a page in the middle`,
        ask: () => findCalls(pool, scope, 'live', { provider: 'old' }, before),
      },
      {
        name: `${who}: the page after a middle page`,
        ask: () =>
          findCalls(pool, scope, 'live', { state: 'rejected' }, { limit: 50, after: deep }),
      },
      {
        name: `${who}: a page of 1000 for the export`,
        ask: () => findCalls(pool, scope, 'live', { product: 'sms_code' }, { limit: 1_000 }),
      },
      {
        name: `${who}: checks, pending`,
        ask: () =>
          findCalls(pool, scope, 'live', { product: 'face_verify', result: 'pending' }, page),
      },
      {
        name: `${who}: rejected, per day over 60 days`,
        ask: () => readSteps(pool, scope, 'live', span, { state: 'rejected' }, 24),
      },
      { name: `${who}: totals`, ask: () => readTotals(pool, scope, 'live', span) },
      { name: `${who}: hours of 60 days`, ask: () => readSteps(pool, scope, 'live', span) },
      { name: `${who}: funnel`, ask: () => readFunnel(pool, scope, 'live', span) },
    );
  }
  const key = filled.bigAccount * 2 + 1;
  return [
    ...cases,
    ...Object.entries<CallFilter>({
      'an account': { account: filled.smallAccount },
      'the big account × reason, rare': { account: filled.bigAccount, reason: 'region' },
      'a key, rare': { key },
      'the test mode': {},
    }).map(([name, filter]) => ({
      name: `platform: ${name}`,
      ask: () =>
        findCalls(pool, platform, name === 'the test mode' ? 'test' : 'live', filter, page),
    })),
    {
      name: 'big account: a key × reason, rare',
      ask: () => findCalls(pool, big, 'live', { key, reason: 'frequency' }, page),
    },
    { name: 'small account: no filter', ask: () => findCalls(pool, small, 'live', {}, page) },
    {
      name: 'small account: reason, rare',
      ask: () => findCalls(pool, small, 'live', { reason: 'region' }, page),
    },
    { name: 'small account: hours of 60 days', ask: () => readSteps(pool, small, 'live', span) },
  ];
}

/** A call of the big account from the middle of the range. */
async function findDeep(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `select call_id as id from call_search
     where account_id = $1 and call_id < uuid_floor(now() - make_interval(days => $2))
     order by call_id desc limit 1`,
    [filled.bigAccount, filled.days / 2],
  );
  return rows[0]?.id ?? '';
}
