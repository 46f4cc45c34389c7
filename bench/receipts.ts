import { Agent, request } from 'node:http';
import type { Pool } from 'pg';
import { callBack } from '../src/vendors/simulators/described-vendor.ts';
import type { LiveAccount } from './vendor-accounts.ts';

const perCallback = 100;
const callbacksAtOnce = 16;

/**
 * Receipts per second through the callback URL, each acknowledged once it is stored and applied.
 */
export async function measureReceipts(
  pool: Pool,
  { accountId }: LiveAccount,
  callbackUrl: string,
  limit: number,
): Promise<{ perSecond: number; receipts: number }> {
  const { rows } = await pool.query<{ reference: string }>(
    `select call_id || '.' || account_id as reference
     from calls
     where account_id = $1 and message_state in ('accepted', 'sent')
     limit $2`,
    [accountId, limit],
  );
  const bodies: string[][] = [];
  const references = rows.map(({ reference }) => reference);
  for (let at = 0; at < references.length; at += perCallback) {
    bodies.push(references.slice(at, at + perCallback));
  }
  const agent = new Agent({ keepAlive: true, maxSockets: callbacksAtOnce });
  const startedMs = performance.now();
  const post = async () => {
    for (let next = bodies.pop(); next; next = bodies.pop()) await say(agent, callbackUrl, next);
  };
  await Promise.all(Array.from({ length: callbacksAtOnce }, post));
  const seconds = (performance.now() - startedMs) / 1000;
  agent.destroy();
  await assertApplied(pool, accountId, references);
  return { perSecond: references.length / seconds, receipts: references.length };
}

function say(agent: Agent, url: string, references: readonly string[]): Promise<void> {
  const now = new Date();
  const local = new Date(now.getTime() + 8 * 3_600_000);
  const time = local.toISOString().replaceAll(/\D/g, '').slice(0, 14);
  const said = references.map((reference) => ({
    id: reference,
    reference,
    status: 'DELIVERED',
    error: '0',
    time,
  }));
  const desk = { url: '', taken: [], find: () => undefined, decide() {}, now: () => now };
  const { headers, body } = callBack(said, desk);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const asked = request(url, { agent, method: 'POST', headers }, (response) => {
    response.resume();
    if (response.statusCode === 200) response.on('end', resolve);
    else reject(new Error(`a callback got ${response.statusCode}`));
  });
  asked.on('error', reject);
  asked.end(body);
  return promise;
}

/** Acknowledged receipts must exist: a figure that includes lost ones is worthless. */
async function assertApplied(pool: Pool, accountId: number, references: readonly string[]) {
  const { rows } = await pool.query<{ applied: number; kept: number }>(
    `select
       (
         select count(*)::integer from calls
         where account_id = $1 and call_id = any ($2) and message_state = 'delivered'
       ) as applied,
       (
         select count(*)::integer from receipts where account_id = $1 and call_id = any ($2)
       ) as kept`,
    [accountId, references.map((reference) => reference.split('.')[0])],
  );
  const { applied = 0, kept = 0 } = rows[0] ?? {};
  if (applied !== references.length || kept !== references.length) {
    throw new Error(`of ${references.length} receipts ${kept} were kept and ${applied} applied`);
  }
}
