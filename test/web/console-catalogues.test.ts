import { existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { products } from '../../src/foundation/contract/products.ts';
import { describeSettings } from '../../src/foundation/settings/config.ts';

const root = join(import.meta.dirname, '../..');
const folders = globSync('web/console/{kit,shell,screens}/**/en.ts', { cwd: root }).map((file) =>
  dirname(file),
);

type Catalogue = Readonly<Record<string, string>>;

async function read(folder: string, language: 'en' | 'zh'): Promise<Catalogue> {
  const words = await importFrom(folder, `${language}.ts`);
  if (!existsSync(join(root, folder, 'screen.ts'))) return words[language];
  const { screens } = await importFrom(folder, 'screen.ts');
  const titles = screens.flatMap(({ path, sidebar }: { path: string; sidebar?: SidebarEntry }) =>
    sidebar ? [[`sidebar ${path}`, sidebar.title[language]]] : [],
  );
  return { ...words[language], ...Object.fromEntries(titles) };
}

interface SidebarEntry {
  title: Record<'en' | 'zh', string>;
}

const importFrom = (folder: string, file: string) =>
  import(pathToFileURL(join(root, folder, file)).href);

const bracesOf = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();
/** A figure and its noun, as in "{days} days" and "{calls} {product} calls". */
const countedNoun = new RegExp(
  `\\{(?!product)\\w+\\} (\\{\\w+\\} )?(${[
    ...['accounts', 'attempts', 'calls', 'characters', 'checks', 'days', 'deliveries', 'entries'],
    ...['events', 'hours', 'keys', 'members', 'messages', 'minutes', 'months', 'parts', 'people'],
    ...['prices', 'providers', 'queries', 'routes', 'rows', 'seconds', 'segments', 'steps'],
    ...['times', 'variables'],
  ].join('|')})\\b`,
);
const chinese = '[\\u4e00-\\u9fff]';
const latin = '[A-Za-z0-9]';

test('every screen has its texts in both languages beside it', () => {
  expect(folders.length).toBeGreaterThan(3);
  const chineseOnes = globSync('web/console/{kit,shell,screens}/**/zh.ts', { cwd: root }).map(
    (file) => dirname(file),
  );
  expect(chineseOnes.sort()).toEqual([...folders].sort());
});

test('every environment setting has its texts', async () => {
  const words = await read('web/console/screens/settings', 'zh');
  const missing = describeSettings().filter(({ name }) => !(`s_${name}` in words));
  expect(missing.map(({ name }) => name)).toEqual([]);
});

/** Role names occur in the texts of several screens. */
const shared = /^role_\w+$/;

test.each(['en', 'zh'] as const)(
  'a role has one name on all screens, and a product is named in one place: %s',
  async (language) => {
    const names = new Map<string, Set<string>>();
    const ofProducts: string[] = [];
    for (const folder of folders) {
      for (const [name, text] of Object.entries(await read(folder, language))) {
        if (shared.test(name))
          names.set(name, (names.get(name) ?? new Set()).add(text.toLowerCase()));
        if (products.some((product) => name.endsWith(product)))
          ofProducts.push(`${folder} ${name}`);
      }
    }
    expect(names.size).toBeGreaterThan(4);
    expect([...names].filter(([, said]) => said.size > 1)).toEqual([]);
    // The table of products names them, for the server and the console alike.
    expect(ofProducts).toEqual([]);
  },
);

describe.each(folders)('the texts of %s', (folder) => {
  test('have the same placeholders in both languages', async () => {
    const [en, zh] = [await read(folder, 'en'), await read(folder, 'zh')];
    const different = Object.entries(zh).filter(
      ([name, text]) => `${bracesOf(text)}` !== `${bracesOf(en[name] ?? '')}`,
    );
    expect(different).toEqual([]);
  });

  test('follow the rules of Chinese: no one is addressed, Latin is spaced, punctuation is full-width', async () => {
    const zh = await read(folder, 'zh');
    const broken = Object.entries(zh).filter(([, text]) => {
      const isTight = new RegExp(`${chinese}${latin}|${latin}${chinese}`).test(text);
      const isHalf = new RegExp(`${chinese}[,;:?!()]|[,;:?!(]${chinese}`).test(text);
      return isTight || isHalf || /[你您]/.test(text);
    });
    expect(broken).toEqual([]);
  });

  test('have a singular wherever English counts', async () => {
    const en = await read(folder, 'en');
    const isCounting = (text: string) => text.includes('{count}') || countedNoun.test(text);
    const plain = Object.entries(en).filter(
      ([name, text]) => isCounting(text) && !/_(one|other)$/.test(name),
    );
    expect(plain).toEqual([]);
    const halves = Object.keys(en).filter((name) => /_(one|other)$/.test(name));
    const stems = halves.map((name) => name.replace(/_(one|other)$/, ''));
    const lonely = stems.filter((stem) => !(`${stem}_one` in en && `${stem}_other` in en));
    expect(lonely).toEqual([]);
  });

  test('have no exclamation marks in either language', async () => {
    const words = { ...(await read(folder, 'en')), ...(await read(folder, 'zh')) };
    expect(Object.values(words).filter((text) => /!|！/.test(text))).toEqual([]);
  });
});
