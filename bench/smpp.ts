import { systemClock } from '../src/foundation/clock.ts';
import { createHttpClient } from '../src/foundation/outbound/http-client.ts';
import { smpp } from '../src/vendors/adapters/smpp/smpp.ts';
import { openMessages } from '../src/vendors/providers/open-provider.ts';
import { readConfig } from '../src/vendors/providers/read-config.ts';
import { smppSimulator } from '../src/vendors/simulators/smpp.ts';
import { start } from './bench-server.ts';

/**
 * Messages per second over two binds, each with its receipt, between the adapter in this process
 * and the simulator in another. No database is involved: it measures what the protocol allows.
 */
const seconds = process.argv.includes('--quick') ? 2 : 10;
const warmSeconds = 2;
const senders = 64;
const quiet = { debug() {}, info() {}, warn: console.error, error: console.error };
const never = new AbortController().signal;

const centre = await start('smpp-centre.ts', '');
let receipts = 0;
const provider = openMessages(smpp, {
  code: 'bench',
  config: readConfig(smpp, smppSimulator.config(centre.url)),
  tools: {
    http: createHttpClient({ connections: 1, connectTimeoutMs: 1_000 }),
    clock: systemClock,
    log: quiet,
    callbackUrl: () => '',
    onReceipts: async (more) => {
      receipts += more.length;
    },
  },
});

await sendFor(warmSeconds);
const receiptsBefore = receipts;
const { times, faults } = await sendFor(seconds);
const receiptsMeanwhile = receipts - receiptsBefore;
await provider.close?.();
await centre.stop();
const at = (share: number) => times[Math.floor(times.length * share)]?.toFixed(1);
console.log(
  `SMPP, two binds: ${Math.round(times.length / seconds)} messages/s, p50 ${at(0.5)} ms, ` +
    `p99 ${at(0.99)} ms, ${Math.round(receiptsMeanwhile / seconds)} receipts/s, ${faults} faults`,
);

/** The duration of each message in order, and how many were not accepted. */
async function sendFor(length: number): Promise<{ times: Float64Array; faults: number }> {
  const untilMs = performance.now() + length * 1_000;
  const times: number[] = [];
  let faults = 0;
  const sendOn = async () => {
    while (performance.now() < untilMs) {
      const startedAtMs = performance.now();
      const { kind } = await provider.send(message(), { signal: never });
      if (kind === 'done') times.push(performance.now() - startedAtMs);
      else faults++;
    }
  };
  await Promise.all(Array.from({ length: senders }, sendOn));
  return { times: Float64Array.from(times).sort(), faults };
}

function message() {
  const mobile = `+86${13_000_000_000 + Math.floor(Math.random() * 999_999_999)}`;
  return {
    ...{
      callId: '',
      reference: '',
      product: 'sms_code' as const,
      mode: 'live' as const,
      to: mobile,
      region: 'CN',
      templateId: 'code',
    },
    ...{ text: '【示例】验证码 482913。', variables: { code: '482913' }, form: {}, parts: 1 },
  };
}
