import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../../browser/browser.ts';
import { type BrowserVisitor, createBrowserVisitor } from '../../browser/browser-visitor.ts';
import { appearancesIn, expectUsable, languages } from '../../browser/expect-usable.ts';
import { type Cells, createCells } from '../../kit/cells-fixture.ts';
import { longTimeoutMs } from '../../kit/long-timeout.ts';
import { codeOf, password } from '../../kit/person-secrets.ts';
import { project } from '../../kit/search-recount.ts';

const mobile = '13912345678';
let browser: Browser;
let cells: Cells;
let [one, two]: string[] = [];
let owner: BrowserVisitor;
/** The operator of cell 2. */
let other: BrowserVisitor;

beforeAll(async () => {
  const elsewhere = { isDown: true, entry: ', isolated: true' };
  [browser, cells] = await Promise.all([
    launchBrowser(),
    createCells({ 1: {}, 2: {}, 3: { isDown: true }, 9: elsewhere }),
  ]);
  [one, two] = [cells.urlOf(1), cells.urlOf(2)];
  owner = await createBrowserVisitor(browser, cells.of(1));
  other = await createBrowserVisitor(browser, cells.of(2));
  for (const [cell, numbers] of [
    [1, ['13712345678']] as const,
    [2, [mobile, '13912345679']] as const,
  ]) {
    const { newCaller, pool } = cells.of(cell);
    const live = await newCaller({ mode: 'live', balance: '50' });
    for (const to of numbers) await live.call('sms_code', { mobile: to, code: '482913' });
    await project(pool);
  }
});
afterAll(async () => {
  await browser?.close();
  await cells?.close();
});

const row = (page: Page, cell: number) => page.getByRole('row').filter({ hasText: `Cell ${cell}` });
const sumsOf = (page: Page) => page.locator('.cells-totals').innerText();

/** Signs in at cell 2 as its own operator. */
async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(other.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.locator('.code-field input').fill(codeOf(other.secret));
}

/** An operator's way through the cells; each step continues where the previous one ended. */
test('an operator sees all cells, connects one, finds a number there and switches to it', {
  timeout: longTimeoutMs,
}, async () => {
  const { page, faults } = await owner.open('/platform/overview');
  await page.getByRole('link', { name: 'Cells' }).click();
  await row(page, 1).getByText('Up').waitFor();
  await row(page, 2).getByText('Not connected').waitFor();
  await row(page, 3).getByText('No response').waitFor();
  await row(page, 9).getByText('Isolated').waitFor();
  await page.getByText('Totals of 1 of 4 cells.').waitFor();
  expect(await sumsOf(page)).toContain(
    'Missing: cell 2 (not connected), cell 3 (no response), cell 9 (isolated).',
  );

  await connect(page);
  // Seven days: midnight may have passed since the calls.
  await page.goto(`${one}/console/platform/cells?span=7d`);
  await row(page, 2).getByText('Up').waitFor();
  await page.getByText('Totals of 2 of 4 cells.').waitFor();
  // Three calls in all: one here and two there.
  await expect.poll(() => sumsOf(page)).toMatch(/Calls\s+3\b/);

  await findNumber(page);
  await switchBack(page);
  await disconnect(page);
  expect(faults).toEqual([]);
});

async function connect(page: Page): Promise<void> {
  await row(page, 2).getByRole('link', { name: 'Sign in there once' }).click();
  await page.getByRole('heading', { name: 'Connect cell 1' }).waitFor();
  // The token was in the fragment.
  expect(page.url()).toBe(`${two}/console/enter`);
  await page.getByRole('button', { name: 'Sign in here' }).click();
  await signIn(page);
  await page.getByText(other.email).waitFor();
  await page.getByRole('button', { name: 'Connect Ada Lin of cell 1' }).click();
  await page.waitForURL(`${two}/console/platform/overview`);
}

async function findNumber(page: Page): Promise<void> {
  await page.keyboard.press('/');
  await page.getByRole('dialog').getByRole('textbox').fill(mobile);
  await page.getByRole('button', { name: /^Search in all cells/ }).click();
  const results = page.locator('.cells-results');
  await results.getByText('Calls for 139****5678').waitFor();
  expect(page.url()).not.toContain(mobile);
  expect(await page.evaluate('JSON.stringify(history.state)')).not.toContain(mobile);
  const found = results.getByRole('region');
  expect(await found.allInnerTexts()).toEqual([
    expect.stringMatching(/^Cell 2\s+Calls for 139\*{4}5678\s*1 live call$/),
    expect.stringMatching(/^Cell 3\s+No response$/),
    expect.stringMatching(/^Cell 9\s+Isolated$/),
  ]);
  // A number that two cells lack may be in the third.
  await page.getByLabel('Mobile number, ID number').fill('13600000000');
  await page.keyboard.press('Enter');
  await results
    .getByText('Not found in cell 1, 2. The other cells could not be searched.')
    .waitFor();
  expect(await results.innerText()).not.toContain('No cell has it.');
  await page.getByLabel('Mobile number, ID number').fill(mobile);
  await page.keyboard.press('Enter');
  await results.getByRole('link', { name: /^Calls for/ }).click();
  await page.waitForURL(`${two}/console/platform/calls?*`);
  await page.getByText('139****5678').first().waitFor();
}

/** A session of cell 1 is enough to enter cell 2 once more. */
async function switchBack(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Your menu/ }).click();
  await page.getByText('Sign out').click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.goto(`${one}/console/platform/calls`);
  await page.getByRole('button', { name: 'Switch cell: Cell 1' }).click();
  await page.getByRole('menuitem', { name: /^Cell 2/ }).click();
  await page.waitForURL(`${two}/console/platform/overview`);
  await page.getByRole('button', { name: 'Switch cell: Cell 2' }).waitFor();
}

async function disconnect(page: Page): Promise<void> {
  await page.goto(`${two}/console/platform/security`);
  await page.getByRole('button', { name: 'Disconnect cell 1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  // This session began with a switch from there, so it ends too.
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.goto(`${one}/console/platform/cells`);
  await row(page, 2).getByText('Not connected').waitFor();
}

test('a token that this browser did not ask for opens nothing, and leaves the address bar', async () => {
  const { page } = await owner.open('/platform/overview');
  await page.goto(`${two}/console/enter#eyJhbGciOiJFZERTQSJ9.e30.AAAA`);
  await page.getByRole('heading', { name: 'The switch did not work' }).waitFor();
  expect(page.url()).toBe(`${two}/console/enter`);
});

test('without a session, the source asks for one and then goes on', async () => {
  const { page } = await other.open('/platform/security');
  const cookies = (await page.context().cookies()).map(({ name }) => name);
  expect(cookies.some((name) => name.includes('countersign-1'))).toBe(false);
  await page.goto(`${two}/console/api/session/cell/start?from=1`);
  await page.getByText('Sign in here first; then the other cell opens.').waitFor();
  expect(page.url()).toContain(`${one}/console/sign-in?next=`);
});

test.each(languages)(
  'the screens of cells are accessible in %s',
  {
    timeout: longTimeoutMs,
  },
  async (language) => {
    const { page, faults } = await owner.open('/platform/cells', appearancesIn(language)[0]);
    await page.locator('.cells-search input').fill(mobile);
    await page.keyboard.press('Enter');
    await page.locator('.cells-results').waitFor();
    await expectUsable(page, language, 'cells');
    await page.goto(`${two}/console/api/session/cell/start?from=1`);
    // The page of cell 1 in between has no button.
    await page.locator('.sign-in-body button').waitFor();
    await expectUsable(page, language, 'connect');
    expect(faults).toEqual([]);
  },
);
