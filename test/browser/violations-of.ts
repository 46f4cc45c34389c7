import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

/** Without its comments: it is sent to every page through three processes. */
const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * Accessibility violations that axe finds on a page, with reasons, by all rules unless some are
 * named. Beyond axe's rules, a note inside a label is one: it is read as part of the control's name.
 */
export async function violationsOf(page: Page, rules?: readonly string[]): Promise<string[]> {
  const options = {
    // Most results are passes, and their descriptions are not used.
    ...{ selectors: false, resultTypes: ['violations'] },
    // It would fetch the style sheets again and wait for videos: no enabled rule needs the former,
    // and no page has the latter.
    preload: false,
    ...(rules && { runOnly: rules }),
  };
  if (!(await page.evaluate('"axe" in self'))) await page.evaluate(axe);
  const found: string[] =
    await page.evaluate(`axe.run(${JSON.stringify(options)}).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => id + ': ' + html + ' ' + failureSummary)))`);
  const notes: string[] = await page.evaluate(`Array.from(
    document.querySelectorAll('label .field-note'), (note) => 'note-in-label: ' + note.textContent)`);
  return rules ? found : [...found, ...notes];
}
