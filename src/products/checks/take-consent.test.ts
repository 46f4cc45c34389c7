import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  agreement,
  type CheckFixture,
  createCheckFixture,
} from '../../../test/kit/check-fixture.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { routeLive } from '../../../test/kit/route-live.ts';
import type {
  FaceProvider,
  SessionStart,
  SessionStarted,
} from '../../vendors/providers/provider.ts';

let database: TestDatabase;
let fixture: CheckFixture;
const asked: { code: string; start: SessionStart }[] = [];
const down = new Set<string>();
const providers = new Map<string, FaceProvider>();

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = await createCheckFixture(database.target, {
    extendRegistry: (registry) => ({ ...registry, face: providers }),
  });
});
beforeEach(async () => {
  asked.length = 0;
  down.clear();
  providers.clear();
  put('oak', {
    particulars: {
      legalName: { en: 'Oak Checks Ltd', zh: '橡树核验有限公司' },
      contact: 'privacy@oak.test',
      privacyUrl: 'https://oak.test/privacy?a=1&b=2',
      keepDays: 30,
      isAbroad: false,
    },
  });
  put('elm', {});
  put('yew', { devices: ['wechat'] });
  await routeLive(database.pool, { face: ['oak', 'elm', 'yew'] });
});
afterAll(async () => {
  await fixture.close();
  await database.drop();
});

function put(code: string, own: Partial<FaceProvider>): void {
  providers.set(code, {
    kind: 'face',
    code,
    vendorCode: 'test',
    title: { en: `The ${code}`, zh: `${code} 机构` },
    horizonHours: 72,
    devices: ['mobile', 'wechat'],
    needsNationalId: false,
    browserData: null,
    screen: () => ({ kind: 'done', providerRef: '' }),
    async startSession(start) {
      asked.push({ code, start });
      if (down.has(code)) return { kind: 'unavailable', reason: 'provider_fault', detail: 'down' };
      const expiresAt = new Date(Date.now() + 60_000);
      return { kind: 'started', sessionRef: `${code}-1`, url: `https://${code}.test/1`, expiresAt };
    },
    queryResult: async () => ({ state: 'open', taskId: '' }),
    async erase() {},
    ...own,
  });
}

/** A live check with oak as its first provider. */
async function askOak() {
  put('sandbox', {});
  const check = await fixture.ask();
  providers.delete('sandbox');
  await database.pool.query(
    `update checks set mode = 'live', provider_code = 'oak' where check_id = $1`,
    [check.requestId],
  );
  return check;
}

const agree = (path: string, ...codes: string[]) =>
  fixture.post(`${path}/consent?device=mobile`, { ...agreement, providers: codes });
const begin = (path: string, body = {}) => fixture.post(`${path}/session?device=mobile`, body);
const codesAsked = () => asked.map(({ code }) => code);

async function consentsOf({ requestId }: { requestId: string }) {
  const { rows } = await database.pool.query<{ consents: Record<string, unknown>[] }>(
    'select consents from checks where check_id = $1',
    [requestId],
  );
  return rows[0]?.consents;
}

/** The text of a page. */
const readable = (page: string) => page.replaceAll(/<[^>]*>/g, '');

describe('the consent', () => {
  test('names every provider on the route that works on the device, with its particulars', async () => {
    const { path } = await askOak();
    const { body: en } = await fixture.get(`${path}?device=mobile&lang=en`);
    expect(en).toContain('name="providers" value="oak elm"');
    expect(readable(en)).toContain(
      'I separately agree that Oak Checks Ltd or The elm uses my face',
    );
    for (const text of [
      'privacy@oak.test',
      'Face video, name and ID number for 30 days',
      'One of them does the check',
    ]) {
      expect(readable(en)).toContain(text);
    }
    expect(en).toContain('href="https://oak.test/privacy?a=1&amp;b=2"');
    expect(en).not.toContain('The yew');

    const { body: zh } = await fixture.get(`${path}?device=wechat&lang=zh`);
    expect(zh).toContain('name="providers" value="oak elm yew"');
    expect(readable(zh)).toContain('橡树核验有限公司、elm 机构或yew 机构');
    expect(readable(zh)).toContain('人脸视频、姓名和证件号码，保存 30 天');
  });

  test('does not say “one of” if there is a single provider', async () => {
    providers.delete('elm');
    const { path } = await askOak();
    const { body } = await fixture.get(`${path}?device=mobile&lang=en`);
    expect(readable(body)).toContain('agree that Oak Checks Ltd uses my face');
    expect(body).not.toContain('One of them');
  });

  test('is stored with the providers it named, once for the same ones', async () => {
    const check = await askOak();
    await agree(check.path, 'oak', 'elm', 'somebody');
    await agree(check.path, 'elm');
    expect(await consentsOf(check)).toEqual([
      { version: 'check-3.en', at: expect.any(String), providers: ['oak', 'elm'] },
    ]);
  });

  // @mutant src/products/checks/take-consent.ts
  // - if (!agreement.isAgreed || (goesAbroad
  // + if ((goesAbroad
  // @mutant src/products/checks/take-consent.ts
  // - || (goesAbroad && !agreement.isAbroadAgreed)
  test('needs a tick, and one more if data goes abroad', async () => {
    const check = await askOak();
    const post = (ticks: object) =>
      fixture.post(`${check.path}/consent?device=mobile`, {
        ...{ version: agreement.version, providers: 'oak' },
        ...ticks,
      });
    expect((await post({})).body.stage).toBe('consent');
    put('oak', { particulars: { isAbroad: true } });
    expect((await post({ agreed: 'on' })).body.stage).toBe('consent');
    expect(await consentsOf(check)).toEqual([]);
    expect((await post({ agreed: 'on', abroad: 'on' })).body.stage).toBe('ready');
  });

  // @mutant src/products/checks/take-consent.ts
  // - offered.filter(({ code }) => agreement.providers.includes(code))
  // + offered
  test('to domestic providers needs no tick for abroad, even if a foreign one was added since', async () => {
    const check = await askOak();
    put('elm', { particulars: { isAbroad: true } });
    const { body } = await fixture.post(`${check.path}/consent?device=mobile`, {
      version: agreement.version,
      providers: 'oak',
      agreed: 'on',
    });
    expect(body.stage).toBe('ready');
    expect(await consentsOf(check)).toHaveLength(1);
  });

  test('without names, or with invalid ones, is refused and not stored', async () => {
    const check = await askOak();
    for (const named of [undefined, 7, [1]]) {
      const { status } = await fixture.post(`${check.path}/consent`, {
        version: 'check-3.en',
        providers: named,
      });
      expect(status).toBe(400);
    }
    expect(await consentsOf(check)).toEqual([]);
  });

  test('to a provider that is now off is not stored, and the person is asked again for the others', async () => {
    const check = await askOak();
    put('oak', { isOff: true });
    const { body } = await agree(check.path, 'oak');
    expect(body.stage).toBe('consent');
    expect(body.html).toContain('name="providers" value="elm"');
    expect(await consentsOf(check)).toEqual([]);
  });
});

describe('a session', () => {
  test('is requested from the next named provider if the first can do nothing', async () => {
    const { path } = await askOak();
    await agree(path, 'oak', 'elm');
    down.add('oak');
    expect((await begin(path)).body.url).toBe('https://elm.test/1');
    expect(codesAsked()).toEqual(['oak', 'elm']);
  });

  // @mutant src/products/checks/start-session.ts
  // - if (started.kind !== 'unavailable') break;
  // + if (started.kind === 'rejected') break;
  test.each<[string, () => Promise<SessionStarted>]>([
    ['says so', async () => ({ kind: 'unknown', reason: 'no_answer', detail: 'no reply in time' })],
    ['fails', () => Promise.reject(new Error('odd'))],
  ])('is requested from no other if the first may have started one and %s', async (_, answer) => {
    const startSession = (start: SessionStart) => {
      asked.push({ code: 'oak', start });
      return answer();
    };
    put('oak', { startSession });
    const { path } = await askOak();
    await agree(path, 'oak', 'elm');
    expect((await begin(path)).body.stage).toBe('down');
    expect(codesAsked()).toEqual(['oak']);
  });

  // @mutant src/products/checks/check-providers.ts
  // - agreed: able.filter(({ code }) => check.namedProviders.includes(code))
  // + agreed: able
  test('is never requested from a provider that was not named', async () => {
    const { path } = await askOak();
    await agree(path, 'oak');
    down.add('oak');
    expect((await begin(path)).body.stage).toBe('down');
    expect(codesAsked()).toEqual(['oak']);
  });

  test('with a provider that was not named needs another consent', async () => {
    const check = await askOak();
    await agree(check.path, 'oak');
    put('oak', { isOff: true });
    const { body } = await begin(check.path);
    expect(body.stage).toBe('consent');
    expect(body.html).toContain('so please agree again');
    expect(codesAsked()).toEqual([]);

    await agree(check.path, 'elm');
    expect((await begin(check.path)).body.url).toBe('https://elm.test/1');
    expect(await consentsOf(check)).toMatchObject([{ providers: ['oak'] }, { providers: ['elm'] }]);
  });

  test('gives data collected by one script to no provider with another', async () => {
    put('oak', { browserData: { script: 'https://oak.test/a.js', call: 'a' } });
    put('elm', { browserData: { script: 'https://elm.test/b.js', call: 'b' } });
    put('yew', {});
    const { path } = await askOak();
    await agree(path, 'oak', 'elm', 'yew');
    down.add('oak');
    await begin(path, { browserData: 'of the oak' });
    expect(asked).toMatchObject([
      { code: 'oak', start: { browserData: 'of the oak' } },
      { code: 'yew', start: { browserData: null } },
    ]);
  });
});

test('a desktop is not offered to continue by itself if no provider works there', async () => {
  const { path } = await askOak();
  expect((await fixture.get(`${path}?device=desktop`)).body).not.toContain('here=1');
  put('elm', { devices: ['desktop'] });
  expect((await fixture.get(`${path}?device=desktop`)).body).toContain('here=1');
});
