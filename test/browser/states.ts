import type { Page } from 'playwright-core';
import { agreement, type CheckStand } from '../check-stand.ts';
import { type devices, waitForStage } from './browser.ts';

const magic = {
  pass: '999999199001010016',
  expired: '999999199001010040',
  down: '999999199001010059',
};

/** A state of the pages: how a check gets there, and what to open and do to see it. */
export interface PageState {
  name: string;
  device?: keyof typeof devices;
  /** Gives the path to open. */
  prepare(stand: CheckStand): Promise<string>;
  /** What the person does once the page is open. */
  act?(page: Page): Promise<unknown>;
}

export const redirectUrl = 'https://shop.example/welcome';

async function finish(stand: CheckStand, outcome: string, redirect?: string): Promise<string> {
  const check = await stand.ask(undefined, redirect);
  await stand.post(`${await stand.begin(check)}/outcome`, { outcome });
  return `${check.path}/return`;
}

/** Every state that a person can see, on the page of the check and on that of the sandbox. */
export const pageStates: readonly PageState[] = [
  { name: 'consent', prepare: async (stand) => (await stand.ask()).path },
  {
    name: 'consent-missing',
    prepare: async (stand) => (await stand.ask()).path,
    act: (page) => page.click('[data-action=agree]'),
  },
  {
    name: 'ready',
    async prepare(stand) {
      const check = await stand.ask();
      await stand.post(`${check.path}/consent`, agreement);
      return check.path;
    },
  },
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
    async prepare(stand) {
      const check = await stand.ask(magic.down);
      await stand.post(`${check.path}/consent`, agreement);
      return check.path;
    },
    async act(page) {
      await page.click('[data-action=start]');
      await waitForStage(page, 'down');
    },
  },
  { name: 'passed', prepare: (stand) => finish(stand, 'passed', redirectUrl) },
  { name: 'passed-closing', prepare: (stand) => finish(stand, 'passed') },
  { name: 'failed', prepare: (stand) => finish(stand, 'failed', redirectUrl) },
  { name: 'cancelled', prepare: (stand) => finish(stand, 'cancelled') },
  {
    name: 'expired',
    async prepare(stand) {
      const check = await stand.ask();
      await stand.app.pool.query('update checks set expires_at = now() where check_id = $1', [
        check.requestId,
      ]);
      return check.path;
    },
  },
  { name: 'unknown', prepare: async () => '/v/no-such-link-no-such-link' },
  { name: 'handover', device: 'desktop', prepare: async (stand) => (await stand.ask()).path },
  {
    name: 'handover-under-way',
    device: 'desktop',
    async prepare(stand) {
      const check = await stand.ask();
      await stand.begin(check);
      return check.path;
    },
  },
  {
    name: 'sandbox-guide',
    prepare: async (stand) => stand.begin(await stand.ask()),
  },
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
