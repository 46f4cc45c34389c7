import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../../browser/browser.ts';
import { type BrowserVisitor, createBrowserVisitor } from '../../browser/browser-visitor.ts';
import { overflowOf } from '../../browser/console-appearance.ts';
import { settle } from '../../browser/settle.ts';
import { violationsOf } from '../../browser/violations-of.ts';
import { createFixture, type Fixture } from '../../kit/fixture.ts';
import { codeOf } from '../../kit/people-fixture.ts';

let browser: Browser;
let fixture: Fixture;
beforeAll(async () => {
  [browser, fixture] = await Promise.all([launchBrowser(), createFixture()]);
});
afterAll(async () => {
  await browser.close();
  await fixture.close();
});

/** An owner of the platform whose second factor was used an hour ago. */
async function createStaleOwner(): Promise<BrowserVisitor> {
  const owner = await createBrowserVisitor(browser, fixture);
  await fixture.pool.query(
    `update console_sessions set factor_at = factor_at - interval '1 hour' where person_id = $1`,
    [owner.personId],
  );
  return owner;
}

const dialogs = (page: Page) => page.locator('[role=dialog]:visible');
const masks = (page: Page) => page.locator('.ant-modal-mask:visible');

test.each([320, 1440])(
  'at %i px, a dialog asks for the second factor in its foot and names the act',
  async (width) => {
    const owner = await createStaleOwner();
    const { accountId } = await fixture.newCaller();
    const { page, faults } = await owner.open(`/${accountId}/team`, { width });
    await page.getByRole('button', { name: 'Invite…' }).click();
    const dialog = dialogs(page);
    await dialog.getByLabel('Meant for this email (optional)').fill('zhou@rowan.example');
    await dialog.getByRole('button', { name: 'Create link' }).click();
    await page.getByRole('dialog', { name: /^Confirm: invite an owner to Rowan/ }).waitFor();
    await settle(page);
    expect(await dialogs(page).count()).toBe(1);
    expect(await masks(page).count()).toBe(1);
    await dialog.getByText('Owner · Full access, including members').waitFor();
    await dialog.getByText('zhou@rowan.example').waitFor();
    expect({ wide: await overflowOf(page), violations: await violationsOf(page) }).toEqual({
      ...{ wide: 0, violations: [] },
    });
    // A step back keeps what was typed, and blames nobody.
    await dialog.getByRole('button', { name: 'Back' }).click();
    const email = dialog.getByLabel('Meant for this email (optional)');
    expect(await email.inputValue()).toBe('zhou@rowan.example');
    expect(await dialog.getByRole('alert').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Create link' }).click();
    await dialog.getByLabel('Code').waitFor();
    await page.keyboard.type(codeOf(owner.secret));
    await page.locator('.secret-text').waitFor();
    expect(faults).toEqual([]);
  },
);

/** That a dialog asks by itself: no second dialog, and no second mask, stands above it. */
async function expectAskedHere(page: Page, title: RegExp): Promise<void> {
  await page.getByRole('dialog', { name: title }).waitFor();
  await settle(page);
  expect([await dialogs(page).count(), await masks(page).count()]).toEqual([1, 1]);
  expect(await violationsOf(page)).toEqual([]);
}

test('the dialog of a delivery asks for the second factor itself', async () => {
  const { accountId } = await fixture.newCaller();
  const { asks } = await createBrowserVisitor(browser, fixture);
  const url = 'https://hooks.example/';
  const { body: endpoint } = await asks.post(`${accountId}/webhooks/create`, { mode: 'test', url });
  const { endpointId } = endpoint;
  const { body: sent } = await asks.post(`${accountId}/webhooks/test`, { endpointId });
  await fixture.pool.query(`update deliveries set state = 'delivered' where endpoint_id = $1`, [
    endpointId,
  ]);
  const owner = await createStaleOwner();
  const { page, faults } = await owner.open(
    `/${accountId}/webhooks?mode=test&delivery=${sent.deliveryId}`,
  );
  const replay = dialogs(page).getByRole('button', { name: 'Replay' });
  await replay.click();
  await expectAskedHere(page, /^Confirm: replay/);
  // A step back blames nobody.
  await dialogs(page).getByRole('button', { name: 'Back' }).click();
  await replay.click();
  expect(await dialogs(page).getByRole('alert').count()).toBe(0);
  await dialogs(page).getByLabel('Code').waitFor();
  await page.keyboard.type(codeOf(owner.secret));
  await replay.waitFor();
  await page.getByText('1 delivery queued for replay').waitFor();
  expect(faults).toEqual([]);
});

test('a dialog that was closed before the reply asks nobody, and the next act is asked for', async () => {
  const owner = await createStaleOwner();
  const { accountId } = await fixture.newCaller();
  const { page, faults } = await owner.open(`/${accountId}/keys?mode=live`);
  const sent = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  await page.route('**/keys/create?*', async (route) => {
    sent.resolve();
    await held.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Create key…' }).click();
  await dialogs(page).getByRole('button', { name: 'Create key' }).click();
  await sent.promise;
  await page.keyboard.press('Escape');
  await dialogs(page).waitFor({ state: 'detached' });
  const answered = page.waitForResponse('**/keys/create?*');
  held.resolve();
  await answered;
  await page.getByRole('button', { name: 'Create key…' }).click();
  await dialogs(page).getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('dialog', { name: 'Confirm: create key' }).waitFor();
  await page.keyboard.type(codeOf(owner.secret));
  await page.locator('.secret-text').waitFor();
  expect(faults).toEqual([]);
});

test('closing the dialog gives the act up, and nothing is changed', async () => {
  const owner = await createStaleOwner();
  const { accountId } = await fixture.newCaller();
  const { page, faults } = await owner.open(`/${accountId}/keys?mode=live`);
  await page.getByRole('button', { name: 'Create key…' }).click();
  await dialogs(page).getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('dialog', { name: 'Confirm: create key' }).waitFor();
  await page.keyboard.press('Escape');
  await dialogs(page).waitFor({ state: 'detached' });
  await page.getByText('No live keys yet. Create one to make live calls.').waitFor();
  // Opened again, it begins with its form.
  await page.getByRole('button', { name: 'Create key…' }).click();
  await page.getByRole('dialog', { name: 'Create key' }).waitFor();
  await dialogs(page).getByLabel('Name').waitFor();
  expect(faults).toEqual([]);
});
