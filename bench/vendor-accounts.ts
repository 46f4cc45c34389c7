import type { Pool } from 'pg';
import { makeSecret } from '../src/foundation/cell/cell-secret.ts';
import { createVault } from '../src/foundation/vault.ts';
import { createKey } from '../src/line/callers/key-queries.ts';
import { setLimits } from '../src/line/limits/queries.ts';
import { topUp } from '../src/money/ledger/queries.ts';
import { createAccount } from '../src/people/accounts/queries.ts';
import { httpSms } from '../src/vendors/described/http-sms.ts';
import { addProvider } from '../src/vendors/providers/provider-queries.ts';
import { hashCallbackKey, sealSettings } from '../src/vendors/providers/provider-settings.ts';
import { readConfig } from '../src/vendors/providers/read-config.ts';
import { setRoute } from '../src/vendors/providers/route-queries.ts';
import { httpSmsSimulator } from '../src/vendors/simulators/http-sms.ts';
import { byTest } from '../test/kit/by-test.ts';
import { dataKey } from './bench-server.ts';

/** An account whose live calls use one provider. */
export interface LiveAccount {
  accountId: number;
  apiKey: string;
}

/** A provider of the described vendor for a vendor at this address; returns its callback key. */
export async function addBenchProvider(pool: Pool, code: string, url: string): Promise<string> {
  const callbackKey = makeSecret(undefined);
  const config = readConfig(httpSms, httpSmsSimulator.config(url));
  await addProvider(byTest(pool), {
    providerCode: code,
    kind: 'sms',
    vendorCode: httpSms.code,
    isOn: true,
    sealedConfig: sealSettings(createVault(dataKey), code, { ...config, callbackKey }),
    callbackHash: hashCallbackKey(callbackKey),
    particulars: {},
    costs: {},
  });
  return callbackKey;
}

export async function createLiveAccount(pool: Pool, provider: string): Promise<LiveAccount> {
  const { accountId } = await createAccount(byTest(pool), { name: provider, testBalance: 0n });
  await topUp(byTest(pool), { accountId, mode: 'live', amount: 10n ** 13n, reference: 'bench' });
  // The numbers are random: this measures the way to the vendor, not the limits.
  await setLimits(byTest(pool), accountId, 'live', { perNumber: false });
  await setRoute(byTest(pool), { product: 'sms_code', accountId, region: null }, [
    { code: provider },
  ]);
  const { apiKey } = await createKey(byTest(pool), { accountId, mode: 'live' });
  return { accountId, apiKey };
}
