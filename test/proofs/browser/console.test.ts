import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../../browser/browser.ts';
import {
  type BrowserVisitor,
  createBrowserVisitor,
  homeOf,
  inviteTo,
} from '../../browser/browser-visitor.ts';
import { comeIn } from '../../browser/come-in.ts';
import { openAppearance, openConsolePage } from '../../browser/console-appearance.ts';
import { appearancesIn, expectUsable, languages } from '../../browser/expect-usable.ts';
import { createFixture, type Fixture } from '../../kit/fixture.ts';
import { codeOf, password } from '../../kit/person-secrets.ts';

let browser: Browser;
let fixture: Fixture;
let owner: BrowserVisitor;
beforeAll(async () => {
  [browser, fixture] = await Promise.all([launchBrowser(), createFixture()]);
  owner = await createBrowserVisitor(browser, fixture);
});
afterAll(async () => {
  await browser.close();
  await fixture.close();
});

/** A page without a session. */
const openAsNobody = async (path: string) =>
  openConsolePage(await openAppearance(browser), `${homeOf(fixture)}/console${path}`);

describe('signing in', () => {
  test('takes password, then six digits, and goes where the person wanted to go', async () => {
    const { email, secret } = await createBrowserVisitor(browser, fixture);
    const { page, faults } = await openAsNobody('/platform/parts?mode=test');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Continue' }).click();
    const code = codeOf(secret);
    const other = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    await page.getByLabel('Code', { exact: true }).fill(other);
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Code', { exact: true }).fill(codeOf(secret));
    await page.getByRole('heading', { name: 'Components', level: 1 }).waitFor();
    expect(page.url()).toContain('/console/platform/parts?mode=test');
    expect(faults).toEqual([]);
  });

  test('redirects to no other site that a URL may name', async () => {
    const { page } = await owner.open('/sign-in?next=//elsewhere.example/');
    await page.getByRole('navigation', { name: 'Menu' }).first().waitFor();
    expect(new URL(page.url()).origin).toBe(homeOf(fixture));
  });

  test('ends when the person signs out, and leaves nothing visible', async () => {
    const leaver = await createBrowserVisitor(browser, fixture);
    const { page } = await leaver.open('');
    await page.getByRole('button', { name: 'Your menu: Ada Lin' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect((await leaver.asks.get('session')).body).toMatchObject({ stage: 'none' });
  });
});

test('a used link says so', async () => {
  const { page } = await openAsNobody('/welcome#used');
  await page.getByRole('heading', { name: 'This link doesn’t work' }).waitFor();
});

test('the second factor is requested again, and the action continues', async () => {
  const visitor = await createBrowserVisitor(browser, fixture);
  await fixture.pool.query(
    `update console_sessions set factor_at = factor_at - interval '1 hour' where person_id = $1`,
    [visitor.personId],
  );
  const { page, faults } = await visitor.open('/platform/security');
  await page.getByRole('button', { name: 'Create new codes' }).click();
  await page.getByRole('dialog', { name: 'Confirm: create new codes' }).waitFor();
  // The focus must be in the code field, and not on the close button.
  const focused = () => page.evaluate("document.activeElement?.getAttribute('aria-label')");
  await expect.poll(focused).toBe('Code');
  await page.keyboard.type(codeOf(visitor.secret));
  await page.locator('.secret-text').waitFor();
  expect(await page.content()).not.toContain(visitor.recoveryCodes[0]);
  // Dialogs, which lock the page behind them with an inline style, obey the policy too.
  expect(faults).toEqual([]);
});

/** The focus ring of a link or a button; a field has its own. */
const lineAround = `(() => {
  const { localName } = document.activeElement;
  if (localName !== 'a' && localName !== 'button') return '';
  const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(document.activeElement);
  return [localName, outlineStyle, outlineWidth, outlineColor].join(' ');
})()`;

describe('the frame', () => {
  test('cannot be mistaken for live in test mode; T switches and keeps the screen', async () => {
    const { page } = await owner.open('/platform/parts?mode=live&state=bad');
    await page.getByRole('heading', { name: 'Components', level: 1 }).waitFor();
    expect(await page.getByText('Test calls send no real messages').count()).toBe(0);
    await page.keyboard.press('t');
    await page.getByText('Test calls send no real messages').waitFor();
    expect(new URL(page.url()).search).toBe('?mode=test');
    await page.keyboard.press('t');
    await expect.poll(() => new URL(page.url()).search).toBe('?mode=live');
  });

  test('draws one focus ring around every link and button', async () => {
    const { page } = await owner.open('/platform/parts');
    await page.getByRole('heading', { name: 'Components', level: 1 }).waitFor();
    const lines = new Set<string>();
    for (let step = 0; step < 40; step++) {
      await page.keyboard.press('Tab');
      lines.add(await page.evaluate(lineAround));
    }
    const brand = await page.evaluate(`getComputedStyle(document.querySelector('.link')).color`);
    expect([...lines].sort()).toEqual(['', `a solid 2px ${brand}`, `button solid 2px ${brand}`]);
  });

  test('ignores shortcuts while typing', async () => {
    const { page } = await owner.open('/platform/parts');
    await page.getByPlaceholder('Request ID').pressSequentially('t?j');
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('t?j');
    expect(await page.getByText('Test calls send no real messages').count()).toBe(0);
  });

  test('opens rows by keyboard, and leaves Enter to the focused button', async () => {
    const { page } = await owner.open('/platform/parts');
    await page.getByRole('heading', { name: 'Components', level: 1 }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: '青禾科技' }).waitFor();
    await page.getByRole('button', { name: 'Show a key once' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Show a key once' }).waitFor();
  });

  test('says what happened when the platform does not answer, and retries', async () => {
    const { page } = await owner.open('/platform/parts');
    await page.getByRole('heading', { name: 'Components', level: 1 }).waitFor();
    let asked = 0;
    await page.route('**/console/api/session/devices', (route) => {
      asked += 1;
      return route.abort();
    });
    await page.getByRole('button', { name: 'Your menu: Ada Lin' }).click();
    await page.getByRole('menuitem', { name: 'Security' }).click();
    await page.getByText('The server didn’t respond.').waitFor();
    // By itself it retries twice, and then on request.
    expect(asked).toBe(3);
    await page.unroute('**/console/api/session/devices');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('This browser', { exact: true }).waitFor();
    expect(await page.getByText('The server didn’t respond.').count()).toBe(0);
  });

  test('keeps filters in the URL, and the back button removes them', async () => {
    const { page } = await owner.open('/platform/parts');
    await page.getByRole('button', { name: 'Add filter Product' }).click();
    await page.getByRole('button', { name: 'sms_code', exact: true }).click();
    await expect.poll(() => page.url()).toContain('product=sms_code');
    await page.goBack();
    await expect.poll(() => page.url()).not.toContain('product');
  });

  test('admits a member to their own account and nowhere else', async () => {
    const { accountId } = fixture;
    const other = await fixture.newCaller();
    const member = await createBrowserVisitor(browser, fixture, 'developer', accountId);
    const { page } = await member.open('/platform/security');
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/console/${accountId}/overview`);
    expect(await page.getByText('All accounts').count()).toBe(0);
    await page.goto(`${homeOf(fixture)}/console/${other.accountId}/security`);
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/console/${accountId}/overview`);
  });
});

test.each(languages)('every entrance is accessible, and keeps the policy: %s', async (language) => {
  const email = `${language}@example.com`;
  const context = await openAppearance(browser, appearancesIn(language)[0]);
  const { page, faults } = await openConsolePage(context, await inviteTo(fixture, 'owner'));
  const expectGood = async (name: string) => {
    await page.locator('h1').waitFor();
    await expectUsable(page, language, name);
  };
  const secret = await comeIn(page, { name: '林晓', email }, expectGood);
  for (const path of ['security', 'parts?mode=test']) {
    await page.goto(`${homeOf(fixture)}/console/platform/${path}`);
    await expectGood(path);
  }
  await context.clearCookies();
  await page.reload();
  await expectGood('sign-in');
  await page.locator('input[type=email]').fill(email);
  await page.locator('input[type=password]').fill(password);
  await page.keyboard.press('Enter');
  await page.locator('.code-field').waitFor();
  await expectGood('second factor');
  await page.locator('.code-field input').fill(codeOf(secret));
  await page.locator('nav:visible').first().waitFor();
  expect(faults).toEqual([]);
});
