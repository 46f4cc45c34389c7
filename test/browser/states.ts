import type { Page } from 'playwright-core';
import { type AskedCheck, agreement } from '../kit/check-fixture.ts';
import { waitForStage } from './browser.ts';
import { type PageFixture, phoneName } from './page-fixture.ts';

const magic = {
  pass: '999999199001010016',
  expired: '999999199001010040',
  down: '999999199001010059',
};

/** A state of the pages: how a check gets there, and what to open and do to see it. */
export interface PageState {
  name: string;
  /** Only on a computer, or on a phone too. */
  isDesktop?: boolean;
  /** Returns the path to open. */
  prepare(fixture: PageFixture): Promise<string>;
  /** What the person does once the page is open. */
  act?(page: Page): Promise<unknown>;
}

export const redirectUrl = 'https://rowan.example/welcome';

async function finish(
  fixture: PageFixture,
  outcome: string,
  redirect?: string,
): Promise<AskedCheck> {
  const check = await fixture.ask(undefined, redirect);
  await fixture.post(`${await fixture.begin(check)}/outcome`, { outcome });
  await fixture.get(`${check.path}/return`);
  return check;
}

async function change(fixture: PageFixture, { requestId }: AskedCheck, columns: string) {
  await fixture.app.pool.query(`update checks set ${columns} where check_id = $1`, [requestId]);
}

/** A check whose only provider works in WeChat. */
async function inWechat(fixture: PageFixture): Promise<string> {
  const check = await fixture.ask();
  await change(fixture, check, `provider_code = 'northlight-wechat'`);
  return check.path;
}

async function agreed(fixture: PageFixture, cardNo?: string): Promise<string> {
  const check = await fixture.ask(cardNo);
  await fixture.post(`${check.path}/consent?device=mobile`, agreement);
  return check.path;
}

/** A computer on which the person started, and a phone that joined it. */
async function handedOver(fixture: PageFixture, isBegun = false, redirect = redirectUrl) {
  const check = await fixture.ask(undefined, redirect);
  await fixture.visit(check, 'desktop');
  await fixture.visit(check, 'mobile');
  const session = isBegun ? await fixture.begin(check) : '';
  return { check, session };
}

const going: PageState[] = [
  { name: 'consent', prepare: async (fixture) => (await fixture.ask()).path },
  {
    name: 'consent-missing',
    prepare: async (fixture) => (await fixture.ask()).path,
    act: (page) => page.click('[data-action=agree]'),
  },
  { name: 'ready', prepare: (fixture) => agreed(fixture) },
  { name: 'elsewhere', prepare: inWechat },
  {
    name: 'waiting',
    async prepare(fixture) {
      const check = await fixture.ask();
      await fixture.begin(check);
      return `${check.path}/return`;
    },
  },
  {
    name: 'retry',
    async prepare(fixture) {
      const check = await fixture.ask(magic.expired);
      await fixture.begin(check);
      return `${check.path}/return`;
    },
  },
  {
    name: 'down',
    prepare: (fixture) => agreed(fixture, magic.down),
    async act(page) {
      await page.click('[data-action=start]');
      await waitForStage(page, 'down');
    },
  },
  {
    name: 'offline',
    prepare: async (fixture) => (await fixture.ask()).path,
    async act(page) {
      await page.check('#agreed');
      await page.route('**/consent*', (route) => route.abort());
      await page.click('[data-action=agree]');
      await page.waitForSelector('#offline:not([hidden])');
    },
  },
  { name: 'ways', prepare: async (fixture) => `${(await fixture.ask()).path}/ways` },
  { name: 'withdraw', prepare: async (fixture) => `${await agreed(fixture)}/withdraw` },
];

const ends: PageState[] = [
  {
    name: 'passed',
    prepare: async (fixture) => `${(await finish(fixture, 'passed', redirectUrl)).path}/return`,
  },
  {
    name: 'passed-closing',
    prepare: async (fixture) => `${(await finish(fixture, 'passed')).path}/return`,
  },
  {
    name: 'failed-face',
    async prepare(fixture) {
      const check = await finish(fixture, 'failed', redirectUrl);
      await change(fixture, check, `reason = 'face_mismatch'`);
      return `${check.path}/return`;
    },
  },
  {
    name: 'failed',
    prepare: async (fixture) => (await finish(fixture, 'failed', redirectUrl)).path,
  },
  {
    name: 'cancelled',
    async prepare(fixture) {
      const check = await fixture.ask(undefined, redirectUrl);
      await fixture.post(`${check.path}/cancel`);
      return check.path;
    },
  },
  {
    name: 'cancelled-late',
    prepare: async (fixture) => (await finish(fixture, 'cancelled', redirectUrl)).path,
  },
  {
    name: 'expired',
    async prepare(fixture) {
      const check = await fixture.ask(undefined, redirectUrl);
      await change(fixture, check, 'expires_at = now()');
      return check.path;
    },
  },
  {
    name: 'used',
    async prepare(fixture) {
      const check = await finish(fixture, 'passed', redirectUrl);
      await change(fixture, check, `ended_at = ended_at - interval '31 minutes'`);
      return check.path;
    },
  },
  {
    name: 'withdrawn',
    async prepare(fixture) {
      const path = await agreed(fixture);
      await fixture.post(`${path}/withdraw`);
      return path;
    },
  },
  {
    name: 'done-on-phone',
    async prepare(fixture) {
      const { check, session } = await handedOver(fixture, true);
      await fixture.post(`${session}/outcome`, { outcome: 'passed' });
      return `${check.path}/return?by=${phoneName}`;
    },
  },
  { name: 'unknown', prepare: async () => '/v/no-such-link-no-such-link' },
];

const desktops = (
  [
    {
      name: 'handover',
      prepare: async (fixture) => (await fixture.ask(undefined, redirectUrl)).path,
    },
    {
      name: 'handover-connected',
      prepare: async (fixture) => (await handedOver(fixture)).check.path,
    },
    {
      name: 'handover-consented',
      async prepare(fixture) {
        const { check } = await handedOver(fixture);
        await fixture.post(`${check.path}/consent?device=mobile`, agreement);
        return check.path;
      },
    },
    {
      name: 'handover-under-way',
      prepare: async (fixture) => (await handedOver(fixture, true)).check.path,
    },
    {
      name: 'handover-stop',
      prepare: async (fixture) => (await handedOver(fixture)).check.path,
      act: (page) => page.click('[data-tool=stop]'),
    },
    { name: 'handover-wechat', prepare: inWechat },
    { name: 'consent-here', prepare: async (fixture) => `${(await fixture.ask()).path}?here=1` },
  ] satisfies PageState[] as PageState[]
).map((state) => ({ ...state, isDesktop: true }));

const sandboxes: PageState[] = [
  { name: 'sandbox-guide', prepare: async (fixture) => fixture.begin(await fixture.ask()) },
  {
    name: 'sandbox-choice',
    prepare: async (fixture) => fixture.begin(await fixture.ask()),
    async act(page) {
      await page.click('[data-action=start]');
      await page.waitForSelector('#choice:not([hidden])');
    },
  },
  {
    name: 'sandbox-expired',
    prepare: async (fixture) => fixture.begin(await fixture.ask(magic.expired)),
  },
];

/** Every state that a person can see, on the check's page and on the sandbox's. */
export const pageStates: readonly PageState[] = [...going, ...ends, ...desktops, ...sandboxes];
