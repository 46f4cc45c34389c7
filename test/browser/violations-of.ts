import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

/** Without its comments: it goes to every page through three processes. */
const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** What axe finds on a page that somebody could not use, and why, by all of its rules unless some are named. */
export async function violationsOf(page: Page, rules?: readonly string[]): Promise<string[]> {
  const options = {
    // What it finds to be right is most of what it finds, and nobody reads how it describes that.
    ...{ selectors: false, resultTypes: ['violations'] },
    // It would fetch the style sheets again and wait for films: no rule that is on reads the former, and no page plays.
    preload: false,
    ...(rules && { runOnly: rules }),
  };
  if (!(await page.evaluate('"axe" in self'))) await page.evaluate(axe);
  return page.evaluate(`axe.run(${JSON.stringify(options)}).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => id + ': ' + html + ' ' + failureSummary)))`);
}
