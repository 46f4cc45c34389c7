import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { vendors } from '../../src/vendors/vendors.ts';

/**
 * A vendor's page states facts about somebody else's service, which change. Each names its source and the day
 * on which it was read, so that a reader can check it. The brackets hold the day, or the edition, alone: a
 * remark, such as that nobody opened the source, would pass as a reading. Where no source was found, the comment
 * says `source: none found`.
 */
const pages = vendors
  // A described vendor is the operator's own.
  .filter(({ code }) => !code.startsWith('http-'))
  .map((vendor) => {
    const path = join(import.meta.dirname, '../../docs/providers', `${vendor.code}.md`);
    return [vendor.code, readFileSync(path, 'utf8'), vendor] as const;
  });

const factual = /^(What to order|Settings|Receipts|Limits|Costs|Codes|Status codes|How it works)/;
/** `ours` marks a paragraph that says only what the platform does. */
const mark = /<!-- (ours|source: [^>]+ \((edition )?\d{4}-\d\d-\d\d\)) -->/;

/** The paragraphs, list items and tables of a page, each with its section; code is left out. */
function blocksOf(page: string): { section: string; text: string }[] {
  const sections = page.replaceAll(/^ *```[\s\S]*?^ *```$/gm, '').split(/^## /m);
  return sections.slice(1).flatMap((text) => {
    const [section = '', ...lines] = text.split('\n');
    const blocks = lines.join('\n').split(/\n(?=\d+\. |- )|\n\s*\n/);
    return blocks.filter((block) => block.trim()).map((block) => ({ section, text: block.trim() }));
  });
}

describe.each(pages)('the page of %s', (_, page, vendor) => {
  test('names a source and a date for each fact about the vendor', () => {
    const bare = blocksOf(page).filter(
      ({ section, text }) => factual.test(section) && !mark.test(text),
    );
    expect(bare.map(({ section, text }) => `${section}: ${text.slice(0, 120)}`)).toEqual([]);
  });

  test('writes every source in the same form', () => {
    const sources = [...page.matchAll(/<!-- (source: [\s\S]*?) -->/g)].map(([, source]) => source);
    expect(
      sources.filter((source) => !/ \((edition )?\d{4}-\d\d-\d\d\)$/.test(source ?? '')),
    ).toEqual([]);
  });

  test('ends with the questions that a probe asks, and no others', () => {
    const { section } = blocksOf(page).at(-1) ?? {};
    expect(section).toBe('What nobody can know without an account');
    const listed = [...page.matchAll(/^- \*\*.*?\*\* \(`([a-z0-9-]+)`, /gm)].map(([, id]) => id);
    expect(listed.length).toBeGreaterThan(0);
    const questions: readonly { id: string }[] = vendor.questions ?? [];
    expect(listed).toEqual(questions.map(({ id }) => id));
  });
});
