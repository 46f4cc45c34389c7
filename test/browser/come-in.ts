import type { Page } from 'playwright-core';
import { codeOf, password } from '../kit/person-secrets.ts';

/** From an invitation's page into the console, by an authenticator app; returns its secret. */
export async function comeIn(
  page: Page,
  { name, email }: { name: string; email: string },
  appearance: (step: string) => Promise<void> = async () => {},
): Promise<string> {
  await page.locator('input[name=name]').fill(name);
  await page.locator('input[name=email]').fill(email);
  await page.locator('#new-password').fill(password);
  await appearance('person');
  await page.locator('button[type=submit]').click();
  const choices = page.locator('.factor-choice');
  await choices.first().waitFor();
  await appearance('choice of a second factor');
  await choices.last().getByRole('button').click();
  const secret = (await page.locator('.secret-key').innerText()).replaceAll(/\s/g, '');
  await appearance('code to scan');
  const enter = () => page.locator('.code-field input').fill(codeOf(secret, -1));
  const recovery = page.locator('.secret-text');
  await enter();
  await recovery.or(page.getByRole('alert')).first().waitFor();
  // The 30-second step may have changed meanwhile, and the previous code is too old.
  if (!(await recovery.isVisible())) await enter();
  await recovery.waitFor();
  await appearance('recovery codes');
  await page.locator('input[type=checkbox]').check();
  await page.locator('.ant-btn-primary.ant-btn-block').click();
  await page.locator('nav:visible').first().waitFor();
  return secret;
}
