import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { createMovableClock } from '../../src/foundation/clock.ts';
import { createHttpClient, type HttpClient } from '../../src/foundation/outbound/http-client.ts';
import type { Opening } from '../../src/vendors/providers/open-provider.ts';
import { readConfig } from '../../src/vendors/providers/read-config.ts';
import type { Vendor } from '../../src/vendors/providers/vendor.ts';
import { type RunningStandIn, runStandIn } from '../../src/vendors/simulators/run-stand-in.ts';
import type { StandIn } from '../../src/vendors/simulators/stand-in.ts';
import { type Caught, catchCallbacks } from './catch-callbacks.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** A stand-in that runs for all tests of a suite, and for each test a provider that speaks with it. */
export interface VendorStand<Opened> {
  running: RunningStandIn;
  caught: Caught;
  clock: ReturnType<typeof createMovableClock>;
  provider: Opened;
  /** Opens a provider with these settings, as the stand-in prints them. */
  open(settings: Record<string, unknown>): Opened;
}

export function useVendorStand<Opened extends { close?(): Promise<void> }>(
  vendor: Pick<Vendor, 'code' | 'config'>,
  standIn: StandIn,
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
    stand.running = await runStandIn(standIn, {
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
