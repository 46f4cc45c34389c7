import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../../browser/browser.ts';
import { type BrowserVisitor, createBrowserVisitor } from '../../browser/browser-visitor.ts';
import { createFixture, type Fixture } from '../../kit/fixture.ts';

let browser: Browser;
let fixture: Fixture;
let operator: BrowserVisitor;
let accountId: number;
beforeAll(async () => {
  browser = await launchBrowser();
  fixture = await createFixture();
  operator = await createBrowserVisitor(browser, fixture);
  ({ accountId } = await fixture.newCaller());
});
afterAll(async () => {
  await browser.close();
  await fixture.close();
});

describe('an empty list of an account', () => {
  test.each([
    ['keys', 'No live keys yet.', 'Create first key…', 'Create key'],
    ['webhooks', 'No endpoints yet.', 'Add first endpoint…', 'Add endpoint'],
    ['wallet', 'No movements yet.', 'Make first top-up…', /^Top up/],
    ['team', 'No members yet.', 'Invite an owner…', /^Invite/],
  ])('offers the first row to an operator: %s', async (screen, sentence, verb, dialog) => {
    const { page, faults } = await operator.open(`/${accountId}/${screen}?mode=live`);
    await page.getByText(sentence).waitFor();
    await page.getByRole('button', { name: verb }).click();
    await page.getByRole('dialog', { name: dialog }).waitFor();
    expect(faults).toEqual([]);
  });

  test('opens the form of the first row from the home of the account', async () => {
    const { page, faults } = await operator.open(`/${accountId}/account?mode=live`);
    // A step to be done is offered once.
    for (const [step, again] of [
      ['Create key', /first key/],
      ['Invite…', /Invite an owner/],
    ] as const) {
      await page.getByRole('button', { name: step, exact: true }).waitFor();
      expect(await page.getByRole('button', { name: again }).count()).toBe(0);
    }
    await page.getByRole('button', { name: 'Add first endpoint…' }).click();
    const form = page.getByRole('dialog', { name: 'Add endpoint' });
    await form.waitFor();
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'hidden' });
    await expect.poll(() => page.url()).not.toContain('create=');
    expect(faults).toEqual([]);
  });

  test('shows the call that fills the inbox', async () => {
    const { page } = await operator.open(`/${accountId}/inbox?mode=test`);
    await page.getByText('No messages yet.').waitFor();
    expect(await page.locator('.curl').innerText()).toContain('/api/v1/sms_code');
  });

  test('leads from live calls to the keys, and shows no call that costs money', async () => {
    const { page } = await operator.open(`/${accountId}/calls?mode=live&time=all`);
    await page.getByText('No calls yet.').waitFor();
    expect(await page.locator('.curl').count()).toBe(0);
    await page.getByRole('button', { name: 'Open keys' }).click();
    await page.getByText('No live keys yet.').waitFor();
  });

  test.each([
    ['checks', 'No face checks yet.', '.checks-funnel'],
    ['verifications', 'No verifications in this period.', '.verify-funnel'],
  ])('has no figures of nothing above it: %s', async (screen, sentence, figures) => {
    const { page } = await operator.open(`/${accountId}/${screen}?mode=test`);
    await page.getByText(sentence).waitFor();
    await page.locator(figures).waitFor({ state: 'detached' });
  });

  test.each(['checks', 'verifications'])('says what live calls lack: %s', async (screen) => {
    const { page } = await operator.open(`/${accountId}/${screen}?mode=live`);
    await page.getByText('no provider is on the route').waitFor();
    await page.getByRole('button', { name: 'Open providers' }).click();
    await page.getByRole('heading', { name: 'Providers and routes' }).waitFor();
    const member = await createBrowserVisitor(browser, fixture, 'viewer', accountId);
    const own = await member.open(`/${accountId}/${screen}?mode=live`);
    await own.page.getByText('Not available for live calls yet.').waitFor();
    expect(await own.page.getByRole('button', { name: 'Open keys' }).count()).toBe(0);
  });

  test('shows the call that makes the first delivery of an endpoint, if it takes that event', async () => {
    const { accountId: own } = await fixture.newCaller();
    const url = 'https://hooks.example/countersign';
    const add = (events: readonly string[]) =>
      operator.asks.post(`${own}/webhooks/create`, { mode: 'test', url, events });
    await add(['face.passed']);
    const { page } = await operator.open(`/${own}/webhooks?mode=test`);
    await page.getByText('No deliveries yet.').waitFor();
    expect(await page.locator('.curl').count()).toBe(0);
    await add(['sms.delivered']);
    await page.reload();
    expect(await page.locator('.curl').innerText()).toContain('/api/v1/sms_code');
  });

  test('offers a viewer nothing that the server would refuse', async () => {
    const { accountId: own } = await fixture.newCaller();
    const viewer = await createBrowserVisitor(browser, fixture, 'viewer', own);
    for (const [screen, sentence] of [
      ['keys', 'No live keys yet.'],
      ['webhooks', 'No endpoints yet.'],
      ['wallet', 'No movements yet.'],
    ]) {
      const { page } = await viewer.open(`/${own}/${screen}?mode=live`);
      await page.getByText(`${sentence}`).waitFor();
      expect(await page.locator('.table-empty button').count(), screen).toBe(0);
    }
    const { page } = await viewer.open(`/${own}/account?mode=live`);
    await page.getByText('No endpoints yet.').waitFor();
    expect(await page.getByRole('button', { name: /first|Invite/ }).count()).toBe(0);
  });
});
