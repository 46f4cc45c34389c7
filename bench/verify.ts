import { setAccountPrice } from '../src/line/pricing/queries.ts';
import { byTest } from '../test/kit/by-test.ts';
import {
  cpuMicrosBetween,
  openBenchDatabase,
  readCpuTimesAtRest,
  start,
  startEmbedded,
} from './bench-server.ts';
import { type Load, type Measured, runLoad } from './load.ts';
import { median } from './median.ts';
import { report } from './report.ts';

/**
 * Starts of verifications next to `sms_code`, without and with a priced approval, and checks of codes, in
 * alternating rounds of one run.
 */
const isQuick = process.argv.includes('--quick');
const turns = isQuick ? 2 : 3;
const seconds = isQuick ? 3 : 8;
const connections = 256;

let mobiles = 0;
/** Each number once, because a second start within half a minute is refused; and far from the one before. */
const nextMobile = () => 13_900_000_000 + ((mobiles++ * 61_803_399) % 100_000_000);
const started: NonNullable<Load['operation']> = {
  path: 'verify_start',
  nextBody: () => `{"mobile":"${nextMobile()}"}`,
};

interface Round extends Measured {
  serverMicros: number;
}

const embedded = await startEmbedded();
try {
  const bench = await openBenchDatabase(embedded.target);
  const server = await start('line-server.ts', bench.target);
  const load = { url: server.url, apiKey: bench.plainKey, connections, seconds };
  const rounds = new Map<string, Round[]>();
  const measure = async (name: string, operation?: Load['operation']) => {
    const before = await readCpuTimesAtRest(bench.pool, server);
    const measured = await runLoad(operation ? { ...load, operation } : load);
    const after = await readCpuTimesAtRest(bench.pool, server);
    const cpuMicros = cpuMicrosBetween(before, after) / measured.calls;
    const ownMicros = (after.get(server.pid) ?? 0) - (before.get(server.pid) ?? 0);
    const serverMicros = ownMicros / measured.calls;
    rounds.set(name, [...(rounds.get(name) ?? []), { ...measured, cpuMicros, serverMicros }]);
  };
  const setPrice = (price: bigint) =>
    setAccountPrice(byTest(bench.pool), bench.plainAccount, 'verify_approval', price);
  await runLoad(load);
  await runLoad({ ...load, operation: started });
  // The database does so by itself, a minute after the first rows.
  await bench.pool.query('analyze');
  for (let turn = 0; turn < turns; turn++) {
    await measure('sms_code');
    await measure('verify_start', started);
    await setPrice(300n);
    await measure('verify_start, approval held', started);
    await setPrice(0n);
    const { rows } = await bench.pool.query<{ id: string }>(
      `select verification_id as id from verifications where state = 'open' limit 100000`,
    );
    let next = 0;
    const nextBody = () => `{"verificationId":"${rows[next++ % rows.length]?.id}","code":"wrong"}`;
    await measure('verify_check', { path: 'verify_check', nextBody });
  }
  const of = (name: string, read: (one: Round) => number) =>
    median((rounds.get(name) ?? []).map(read));
  const base = of('sms_code', ({ perSecond }) => perSecond);
  const head = [
    'operation',
    'calls/s',
    'of sms_code',
    'p50 ms',
    'p99 ms',
    'CPU µs/call',
    'in the server',
    'errors',
  ];
  const lines = [...rounds.keys()].map((name) => [
    name,
    Math.round(of(name, ({ perSecond }) => perSecond)),
    `${(of(name, ({ perSecond }) => perSecond) / base).toFixed(2)} ×`,
    Math.round(of(name, ({ p50Ms }) => p50Ms)),
    Math.round(of(name, ({ p99Ms }) => p99Ms)),
    Math.round(of(name, ({ cpuMicros = Number.NaN }) => cpuMicros)),
    Math.round(of(name, ({ serverMicros }) => serverMicros)),
    of(name, ({ faults }) => faults),
  ]);
  const text = [
    '# Verification benchmark',
    '',
    `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, median of ${turns} rounds of ${seconds} s, ${connections} connections.`,
    'Load generator, server and PostgreSQL share the cores. Goals: a start at least 0.8 × of `sms_code`, and 8000 checks/s.',
    '',
    ...[head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`),
    '',
  ];
  await report('VERIFY', text.join('\n'), isQuick);
  await server.stop();
  await bench.pool.end();
} finally {
  await embedded.stop();
}
