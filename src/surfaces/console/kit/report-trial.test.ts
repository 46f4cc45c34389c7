import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createVault } from '../../../foundation/vault.ts';
import { findVendor } from '../../../vendors/providers/find-vendor.ts';
import { readConfig } from '../../../vendors/providers/read-config.ts';
import { runSimulator } from '../../../vendors/simulators/run-simulator.ts';
import { simulators } from '../../../vendors/vendor-simulators.ts';
import { vendors } from '../../../vendors/vendors.ts';
import { type TestReport, testProvider } from '../../trials/test-provider.ts';
import { reportTrial } from './report-trial.ts';

const secret = 'wJalrXUtnFEMI';
const vault = createVault(Buffer.alloc(32));
const ports = {
  pool: undefined as unknown as Pool,
  defaultRegion: 'CN',
  currency: 'CNY',
  providerTimeoutMs: 5_000,
  publicUrl: 'https://api.example.com',
};

/** An internal service, which answers whatever the test asks for. */
let internal: Server;
let answer: string;
let described: Record<string, unknown>;

beforeEach(async () => {
  internal = createServer((_, reply) => reply.end(answer));
  await once(internal.listen(0, '127.0.0.1'), 'listening');
  const simulator = simulators.find(({ vendor }) => vendor === 'http-sms');
  if (!simulator) throw new Error('no simulator');
  const played = await runSimulator(simulator, { callbackUrlOf: () => 'http://127.0.0.1:9/' });
  const { callbackKey: _, ...settings } = played.config as Record<string, unknown>;
  described = settings;
  await played.close();
});
afterEach(() => void internal.close());

/** The console's report of a test with these settings. */
async function tryOut(settings: Record<string, unknown>) {
  const vendor = findVendor(vendors, 'http-sms');
  const { port } = internal.address() as AddressInfo;
  const sendUrl = `http://localhost:${port}/latest/meta-data`;
  const config = readConfig(vendor, { ...described, sendUrl, ...settings });
  const provider = { code: 'mine', vendor, config, callbackKey: 'key', isStored: false };
  const trial = { mobile: '13912345678', text: 'hello', device: 'mobile' as const };
  const report = await testProvider(ports, provider, trial);
  return { report, shown: await reportTrial(vault, report) };
}

describe('a test that reads an internal address shows only the outcome and the status', () => {
  // @mutant src/surfaces/console/kit/report-trial.ts
  // - const isHidden = exchanges.some(({ isInside }) => isInside);
  // + const isHidden = false;
  test.each([
    ['codeAt', { codeAt: 'key' }],
    ['detailAt', { codeAt: 'code', detailAt: 'key' }],
    ['idAt', { codeAt: 'ok', idAt: 'key' }],
    ['answerPattern', { answerPattern: '(?<code>\\w+)', codeAt: 'code' }],
  ])('whatever %s points at', async (_, settings) => {
    answer = 'answerPattern' in settings ? secret : `{"ok":"0","code":"9","key":"${secret}"}`;
    const { report, shown } = await tryOut(settings);
    // The adapter did read it, so the test proves that the report hides it.
    expect(JSON.stringify(report.result)).toContain(secret);
    expect(JSON.stringify(shown)).not.toContain(secret);
    expect(shown).toMatchObject({
      reason: null,
      answerCode: null,
      detail: null,
      providerRef: null,
    });
    expect(shown.exchanges).toMatchObject([{ status: 200, answer: null, isInside: true }]);
  });
});

// @mutant src/vendors/smpp/smpp-connection.ts
// - if (this.#sequence === 0) this.#noteUnsentBind(fault);
// + if (false) this.#noteUnsentBind(fault);
test.each(['smpp', 'ssmpp'])(
  'a test by %s that fails at an internal address does not say how',
  async (scheme) => {
    const vendor = findVendor(vendors, 'smpp');
    const { port } = internal.address() as AddressInfo;
    // Nothing listens there without TLS, and no TLS is spoken with it.
    if (scheme === 'smpp') internal.close();
    const address = `${scheme}://localhost:${port}`;
    const settings = { address, systemId: 'us', password: 'word', source: 'Acme', binds: 1 };
    const provider = { code: 'mine', vendor, config: readConfig(vendor, settings) };
    const trial = { mobile: '13912345678', text: 'hello', device: 'mobile' as const };
    const draft = { ...provider, callbackKey: 'key', isStored: false };
    const report = await testProvider(ports, draft, trial);
    expect(report.result).toMatchObject({ kind: 'unavailable', detail: expect.any(String) });
    const shown = await reportTrial(vault, report);
    expect(shown).toMatchObject({ outcome: 'unavailable', reason: null, detail: null });
    expect(shown.exchanges).toMatchObject([{ fault: null, answer: null, isInside: true }]);
  },
);

const exchange = {
  ...{ method: 'POST', headers: {}, body: '', fault: null, ms: 1 },
  answer: { status: 200, headers: {}, text: secret },
};
const reportOf = (url: string, address: string | null): TestReport => ({
  ...{ code: 'mine', vendorCode: 'http-sms', hint: null, end: null },
  followed: { message: null, session: null },
  result: { kind: 'unknown', reason: 'provider_fault', detail: secret, vendorCode: secret },
  exchanges: [{ ...exchange, url, address }],
});

// @mutant src/surfaces/console/kit/report-trial.ts
// - return address === null ? isInsideUrl(url) : isInsideAddress(address);
// + return isInsideUrl(url);
test('the connection decides, and not where the name leads afterwards', async () => {
  const rebound = await reportTrial(vault, reportOf('http://93.184.216.34/', '10.0.0.7'));
  expect(JSON.stringify(rebound)).not.toContain(secret);
  const open = await reportTrial(vault, reportOf('http://93.184.216.34/', '93.184.216.34'));
  expect(open).toMatchObject({
    detail: secret,
    answerCode: secret,
    exchanges: [{ answer: secret }],
  });
});

test('a fault of a connection that was never made says nothing about an internal address', async () => {
  const report = reportOf('http://10.0.0.7/', null);
  const [asked] = report.exchanges;
  if (!asked) throw new Error('no exchange');
  report.exchanges[0] = { ...asked, answer: null, fault: 'connect ECONNREFUSED' };
  expect(JSON.stringify(await reportTrial(vault, report))).not.toContain('ECONNREFUSED');
});
