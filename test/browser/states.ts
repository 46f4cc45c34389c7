import type { Page } from 'playwright-core';
import { type AskedCheck, agreement } from '../kit/check-stand.ts';
import { waitForStage } from './browser.ts';
import { type PageStand, phoneName } from './page-stand.ts';

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
  /** Gives the path to open. */
  prepare(stand: PageStand): Promise<string>;
  /** What the person does once the page is open. */
  act?(page: Page): Promise<unknown>;
}

export const redirectUrl = 'https://rowan.example/welcome';

async function finish(stand: PageStand, outcome: string, redirect?: string): Promise<AskedCheck> {
  const check = await stand.ask(undefined, redirect);
  await stand.post(`${await stand.begin(check)}/outcome`, { outcome });
  await stand.get(`${check.path}/return`);
  return check;
}

async function change(stand: PageStand, { requestId }: AskedCheck, columns: string) {
  await stand.app.pool.query(`update checks set ${columns} where check_id = $1`, [requestId]);
}

async function agreed(stand: PageStand, cardNo?: string): Promise<string> {
  const check = await stand.ask(cardNo);
  await stand.post(`${check.path}/consent?device=mobile`, agreement);
  return check.path;
}

/** A computer on which the person began, and a phone that has come after it. */
async function handedOver(stand: PageStand, isBegun = false, redirect = redirectUrl) {
  const check = await stand.ask(undefined, redirect);
  await stand.visit(check, 'desktop');
  await stand.visit(check, 'mobile');
  const session = isBegun ? await stand.begin(check) : '';
  return { check, session };
}

const going: PageState[] = [
  { name: 'consent', prepare: async (stand) => (await stand.ask()).path },
  {
    name: 'consent-missing',
    prepare: async (stand) => (await stand.ask()).path,
    act: (page) => page.click('[data-action=agree]'),
  },
  { name: 'ready', prepare: (stand) => agreed(stand) },
  {
    name: 'waiting',
    async prepare(stand) {
      const check = await stand.ask();
      await stand.begin(check);
      return `${check.path}/return`;
    },
  },
  {
    name: 'retry',
    async prepare(stand) {
      const check = await stand.ask(magic.expired);
      await stand.begin(check);
      return `${check.path}/return`;
    },
  },
  {
    name: 'down',
    prepare: (stand) => agreed(stand, magic.down),
    async act(page) {
      await page.click('[data-action=start]');
      await waitForStage(page, 'down');
    },
  },
  {
    name: 'offline',
    prepare: async (stand) => (await stand.ask()).path,
    async act(page) {
      await page.check('#agreed');
      await page.route('**/consent*', (route) => route.abort());
      await page.click('[data-action=agree]');
      await page.waitForSelector('#offline:not([hidden])');
    },
  },
  { name: 'ways', prepare: async (stand) => `${(await stand.ask()).path}/ways` },
  { name: 'withdraw', prepare: async (stand) => `${await agreed(stand)}/withdraw` },
];

const ends: PageState[] = [
  {
    name: 'passed',
    prepare: async (stand) => `${(await finish(stand, 'passed', redirectUrl)).path}/return`,
  },
  {
    name: 'passed-closing',
    prepare: async (stand) => `${(await finish(stand, 'passed')).path}/return`,
  },
  {
    name: 'failed-face',
    async prepare(stand) {
      const check = await finish(stand, 'failed', redirectUrl);
      await change(stand, check, `reason = 'face_mismatch'`);
      return `${check.path}/return`;
    },
  },
  { name: 'failed', prepare: async (stand) => (await finish(stand, 'failed', redirectUrl)).path },
  {
    name: 'cancelled',
    async prepare(stand) {
      const check = await stand.ask(undefined, redirectUrl);
      await stand.post(`${check.path}/cancel`);
      return check.path;
    },
  },
  {
    name: 'cancelled-late',
    prepare: async (stand) => (await finish(stand, 'cancelled', redirectUrl)).path,
  },
  {
    name: 'expired',
    async prepare(stand) {
      const check = await stand.ask(undefined, redirectUrl);
      await change(stand, check, 'expires_at = now()');
      return check.path;
    },
  },
  {
    name: 'used',
    async prepare(stand) {
      const check = await finish(stand, 'passed', redirectUrl);
      await change(stand, check, `ended_at = ended_at - interval '31 minutes'`);
      return check.path;
    },
  },
  {
    name: 'withdrawn',
    async prepare(stand) {
      const path = await agreed(stand);
      await stand.post(`${path}/withdraw`);
      return path;
    },
  },
  {
    name: 'done-on-phone',
    async prepare(stand) {
      const { check, session } = await handedOver(stand, true);
      await stand.post(`${session}/outcome`, { outcome: 'passed' });
      return `${check.path}/return?by=${phoneName}`;
    },
  },
  { name: 'unknown', prepare: async () => '/v/no-such-link-no-such-link' },
];

const desktops = (
  [
    { name: 'handover', prepare: async (stand) => (await stand.ask(undefined, redirectUrl)).path },
    { name: 'handover-connected', prepare: async (stand) => (await handedOver(stand)).check.path },
    {
      name: 'handover-consented',
      async prepare(stand) {
        const { check } = await handedOver(stand);
        await stand.post(`${check.path}/consent?device=mobile`, agreement);
        return check.path;
      },
    },
    {
      name: 'handover-under-way',
      prepare: async (stand) => (await handedOver(stand, true)).check.path,
    },
    {
      name: 'handover-stop',
      prepare: async (stand) => (await handedOver(stand)).check.path,
      act: (page) => page.click('[data-tool=stop]'),
    },
    { name: 'consent-here', prepare: async (stand) => `${(await stand.ask()).path}?here=1` },
  ] satisfies PageState[] as PageState[]
).map((state) => ({ ...state, isDesktop: true }));

const sandboxes: PageState[] = [
  { name: 'sandbox-guide', prepare: async (stand) => stand.begin(await stand.ask()) },
  {
    name: 'sandbox-choice',
    prepare: async (stand) => stand.begin(await stand.ask()),
    async act(page) {
      await page.click('[data-action=start]');
      await page.waitForSelector('#choice:not([hidden])');
    },
  },
  {
    name: 'sandbox-expired',
    prepare: async (stand) => stand.begin(await stand.ask(magic.expired)),
  },
];

/** Every state that a person can see, on the page of the check and on that of the sandbox. */
export const pageStates: readonly PageState[] = [...going, ...ends, ...desktops, ...sandboxes];
