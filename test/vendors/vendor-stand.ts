import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { createMovableClock } from '../../src/foundation/clock.ts';
import { createHttpClient, type HttpClient } from '../../src/foundation/outbound/http-client.ts';
import type { Opening } from '../../src/vendors/providers/open-provider.ts';
import { readConfig } from '../../src/vendors/providers/read-config.ts';
import type { Vendor } from '../../src/vendors/providers/vendor.ts';
import { type RunningSimulator, runSimulator } from '../../src/vendors/simulators/run-simulator.ts';
import type { Simulator } from '../../src/vendors/simulators/simulator.ts';
import { type Caught, catchCallbacks } from './catch-callbacks.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** A simulator that runs for all tests of a suite, and for each test a provider that speaks with it. */
export interface VendorStand<Opened> {
  running: RunningSimulator;
  caught: Caught;
  clock: ReturnType<typeof createMovableClock>;
  provider: Opened;
  /** Opens a provider with these settings, as the simulator prints them. */
  open(settings: Record<string, unknown>): Opened;
}

export function useVendorStand<Opened extends { close?(): Promise<void> }>(
  vendor: Pick<Vendor, 'code' | 'config'>,
  simulator: Simulator,
  openWith: (opening: Opening) => Opened,
): VendorStand<Opened> {
  let http: HttpClient;
  const clock = createMovableClock(new Date());
  const stand = { clock, open } as VendorStand<Opened>;

  function open(settings: Record<string, unknown>): Opened {
    const { callbackKey, ...given } = settings;
    const callbackUrl = () => `${stand.caught.url}/${callbackKey}`;
    return openWith({
      code: `my-${vendor.code}`,
      config: readConfig(vendor, given),
      tools: { http, clock, log: quiet, callbackUrl },
    });
  }

  beforeAll(async () => {
    stand.caught = await catchCallbacks();
    stand.running = await runSimulator(simulator, {
      callbackUrlOf: (key) => `${stand.caught.url}/${key}`,
      receiptDelayMs: 10,
    });
  });
  afterAll(async () => {
    await stand.running.close();
    await stand.caught.close();
  });
  beforeEach(async () => {
    clock.set(new Date());
    await stand.running.misbehave([]);
    stand.running.refused.length = 0;
    stand.caught.callbacks.length = 0;
    http = createHttpClient({ connections: 4, connectTimeoutMs: 2_000 });
    stand.provider = open(stand.running.config);
  });
  afterEach(async () => {
    await stand.provider.close?.();
    await http.close();
  });
  return stand;
}
