import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

/** What axe finds on a page that somebody could not use, by all of its rules unless some are named. */
export async function violationsOf(page: Page, rules?: string[]): Promise<string[]> {
  const options = JSON.stringify(rules ? { runOnly: rules } : {});
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${options})`);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
