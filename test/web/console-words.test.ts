import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { productTable } from '../../src/foundation/contract/products.ts';

const root = join(import.meta.dirname, '../..');
const languages = ['en', 'zh'] as const;

/** The words under "not" in the table of `ARCHITECTURE.md`. */
const rejected = readRejected(readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8'));

function readRejected(text: string): Record<(typeof languages)[number], string[]> {
  const from = text.indexOf('| meaning | English |');
  const rows = text.slice(from, text.indexOf('\n\n', from)).split('\n').slice(2);
  const words = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);
  const cells = rows.map((row) => row.split('|'));
  return { en: cells.flatMap((row) => words(row[3])), zh: cells.flatMap((row) => words(row[5])) };
}

/** Chinese has no spaces; an English word ends where no letter follows. */
const holds = (text: string, word: string) =>
  new RegExp(`(?<![A-Za-z])${word}(?![A-Za-z])`).test(text);

async function readTexts(language: (typeof languages)[number]): Promise<[string, string][]> {
  const texts: [string, string][] = Object.entries(productTable).map(([product, { name }]) => [
    product,
    name[language],
  ]);
  for (const file of globSync(`web/console/{kit,shell,screens}/**/${language}.ts`, { cwd: root })) {
    const words = (await load(file))[language] as Record<string, string>;
    for (const [name, text] of Object.entries(words)) texts.push([`${file} ${name}`, text]);
    const screen = join(dirname(file), 'screen.ts');
    if (!existsSync(join(root, screen))) continue;
    for (const { sidebar } of (await load(screen)).screens) {
      if (sidebar) texts.push([`${screen} sidebar`, sidebar.title[language]]);
    }
  }
  for (const file of globSync(`docs/guides/${language}/*.md`, { cwd: root })) {
    // Names in code are those of the API, and those in comments of the generator.
    const lines = readFileSync(join(root, file), 'utf8').replaceAll(
      /<!--.*?-->|```.*?```|`[^`]*`/gs,
      '',
    );
    for (const line of lines.split('\n')) texts.push([file, line]);
  }
  return texts;
}

const load = (file: string) => import(pathToFileURL(join(root, file)).href);

test.each(languages)(
  'a meaning has one word on every screen and in every guide: %s',
  async (language) => {
    const texts = await readTexts(language);
    expect(texts.length).toBeGreaterThan(1_000);
    expect(rejected[language].length).toBeGreaterThan(5);
    const found = texts.flatMap(([place, text]) =>
      rejected[language].filter((word) => holds(text, word)).map((word) => `${place}: ${word}`),
    );
    expect(found).toEqual([]);
  },
);

test.each(languages)(
  'a subtitle has full stops only if it is several sentences: %s',
  async (language) => {
    const subtitles = (await readTexts(language)).filter(([place]) => / aside/.test(place));
    expect(subtitles.length).toBeGreaterThan(10);
    const wrong = subtitles.filter(([, text]) => /[.。]$/.test(text) !== /\. |。./.test(text));
    expect(wrong).toEqual([]);
  },
);
