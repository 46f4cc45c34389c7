import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { createMovableClock } from '../../src/foundation/clock.ts';
import { createHttpClient, type HttpClient } from '../../src/foundation/outbound/http-client.ts';
import type { Vendor } from '../../src/vendors/providers/any-vendor.ts';
import type { Opening } from '../../src/vendors/providers/open-provider.ts';
import { readConfig } from '../../src/vendors/providers/read-config.ts';
import { type RunningSimulator, runSimulator } from '../../src/vendors/simulators/run-simulator.ts';
import type { Simulator } from '../../src/vendors/simulators/simulator.ts';
import { type Caught, catchCallbacks } from './catch-callbacks.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** A simulator for all tests of a suite, and for each test a provider that uses it. */
export interface VendorFixture<Opened> {
  running: RunningSimulator;
  caught: Caught;
  clock: ReturnType<typeof createMovableClock>;
  provider: Opened;
  /** Opens a provider with these settings, as the simulator prints them; `way` leads to its vendor. */
  open(settings: Record<string, unknown>, way?: HttpClient['request']): Opened;
  /** The way of a test that names none. */
  http: HttpClient;
}

export function useVendorFixture<Opened extends { close?(): Promise<void> }>(
  vendor: Pick<Vendor, 'code' | 'config'>,
  simulator: Simulator,
  openWith: (opening: Opening) => Opened,
): VendorFixture<Opened> {
  const clock = createMovableClock(new Date());
  const fixture = { clock, open } as VendorFixture<Opened>;

  function open(settings: Record<string, unknown>, way?: HttpClient['request']): Opened {
    const { callbackKey, ...given } = settings;
    const http = way ? { request: way, close: async () => {} } : fixture.http;
    const callbackUrl = () => `${fixture.caught.url}/${callbackKey}`;
    return openWith({
      code: `my-${vendor.code}`,
      config: readConfig(vendor, given),
      tools: { http, clock, log: quiet, callbackUrl },
    });
  }

  beforeAll(async () => {
    fixture.caught = await catchCallbacks();
    fixture.running = await runSimulator(simulator, {
      callbackUrlOf: (key) => `${fixture.caught.url}/${key}`,
      receiptDelayMs: 10,
    });
  });
  afterAll(async () => {
    await fixture.running.close();
    await fixture.caught.close();
  });
  beforeEach(async () => {
    clock.set(new Date());
    await fixture.running.misbehave([]);
    fixture.running.refused.length = 0;
    fixture.caught.callbacks.length = 0;
    fixture.http = createHttpClient({ connections: 4, connectTimeoutMs: 2_000 });
    fixture.provider = open(fixture.running.config);
  });
  afterEach(async () => {
    await fixture.provider.close?.();
    await fixture.http.close();
  });
  return fixture;
}
