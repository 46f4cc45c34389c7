import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  agreement,
  type CheckFixture,
  createCheckFixture,
} from '../../../../test/kit/check-fixture.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/kit/database.ts';
import type { Device, FaceProvider } from '../../../vendors/providers/provider.ts';

const everywhere: readonly Device[] = ['mobile', 'wechat', 'desktop'];
let database: TestDatabase;
let fixture: CheckFixture;
/** The devices that the only provider serves, and how many sessions it was asked for. */
let served = everywhere;
let starts = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = await createCheckFixture(database.target, {
    extendRegistry(registry) {
      const sandbox = registry.face.get('sandbox') as FaceProvider;
      const provider: FaceProvider = {
        ...sandbox,
        get devices() {
          return served;
        },
        startSession(start, context) {
          starts += 1;
          return sandbox.startSession(start, context);
        },
      };
      return { ...registry, face: new Map([['sandbox', provider]]) };
    },
  });
});
afterAll(async () => {
  await fixture.close();
  await database.drop();
});

/** What a person sees who agreed on a device that was served, and one who did not. */
const shownOn = async (device: Device, devices: readonly Device[], isAgreed: boolean) => {
  const check = await fixture.ask();
  if (isAgreed) await fixture.post(`${check.path}/consent?device=mobile`, agreement);
  const asked = starts;
  served = devices;
  const { body } = await fixture.post(`${check.path}/visit?device=${device}&lang=en`);
  const pressed = await fixture.post(`${check.path}/session?device=${device}`);
  served = everywhere;
  const { rows } = await database.pool.query('select * from checks where check_id = $1', [
    check.requestId,
  ]);
  const stored = rows[0];
  expect([starts, stored.sessions_started, stored.starting_until]).toEqual([asked, 0, null]);
  return { stage: body.stage, html: body.html, pressed: pressed.body.stage };
};

// @mutant src/products/checks/start-session.ts
// - if (!isDeviceServed(providers)) return { kind: 'elsewhere' };
test.each<[Device, Device[], string]>([
  ['mobile', ['wechat'], 'Open this link in WeChat'],
  ['wechat', ['mobile'], 'Open this link in your browser'],
  ['mobile', ['desktop'], 'Open this link on a computer'],
])('%s says where %j can be used, and starts nothing', async (device, devices, words) => {
  for (const isAgreed of [false, true]) {
    const { stage, html, pressed } = await shownOn(device, devices, isAgreed);
    expect([stage, pressed]).toEqual(['elsewhere', 'elsewhere']);
    expect(html).toContain(words);
    expect(html).toContain('data-tool="copy"');
    expect(html).not.toMatch(/data-action="(agree|start)"/);
  }
});

test.each<[Device[], string]>([
  [['wechat'], 'Open WeChat and tap Scan'],
  [['mobile'], 'Do not use WeChat'],
  [['mobile', 'wechat'], 'Open your phone’s camera, or WeChat'],
])('the QR code for %j says what to scan it with', async (devices, words) => {
  const { stage, html, pressed } = await shownOn('desktop', devices, false);
  expect([stage, pressed]).toEqual(['handover', 'handover']);
  expect(html).toContain(words);
  expect(html).not.toContain('Use this computer');
});
