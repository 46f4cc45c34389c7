import { expect, test } from 'vitest';
import { launchBrowser, openContext } from '../../browser/browser.ts';
import { violationsOf } from '../../browser/violations-of.ts';

test('accessibility violations are found, by all rules or the given ones, and valid markup passes', async () => {
  const browser = await launchBrowser();
  const page = await (await openContext(browser)).newPage();
  const show = (body: string) =>
    page.setContent(
      `<html lang="en"><title>A page</title><main><h1>A page</h1>${body}</main></html>`,
    );
  const ids = async (rules?: string[]) =>
    (await violationsOf(page, rules)).map((found) => found.split(':', 1)[0]);
  await show('<p>Good</p>');
  expect(await ids()).toEqual([]);
  await show('<p style="color: #ccc; background: #fff">Pale</p><img src="data:,"><input>');
  expect((await ids()).sort()).toEqual(['color-contrast', 'image-alt', 'label']);
  expect(await ids(['color-contrast'])).toEqual(['color-contrast']);
  await show('<label>Name <input><span class="field-note">Only you see it</span></label>');
  expect(await ids()).toEqual(['note-in-label']);
  expect(await ids(['color-contrast'])).toEqual([]);
  await browser.close();
});
