import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { errorTable, reasons } from '../../foundation/contract/errors/errors.ts';
import { languages } from '../../foundation/contract/text/languages.ts';
import { docGroups } from './doc-groups.ts';
import { readPages } from './doc-page.ts';
import { createDocSite, type DocForm, readDocAddress } from './doc-site.ts';

const publicUrl = 'https://pay.example/api';
const apiUrl = 'https://one.example';
const addresses = { publicUrl: () => publicUrl, apiUrl: () => apiUrl };
const site = createDocSite({
  ...addresses,
  url: (file) => `/assets/${file}`,
});
const renderForm = (form: DocForm, language: 'en' | 'zh', path: string) =>
  site.bodyOf(form, language, path)?.plain.toString();

describe('a path', () => {
  test.each([
    ['', { form: 'html', language: 'zh', path: '' }],
    ['.md', { form: 'markdown', language: 'zh', path: '' }],
    ['/en', { form: 'html', language: 'en', path: '' }],
    ['/en.md', { form: 'markdown', language: 'en', path: '' }],
    ['/start', { form: 'html', language: 'zh', path: 'start' }],
    ['/en/errors/40001.md', { form: 'markdown', language: 'en', path: 'errors/40001' }],
    ['/zh/search.json', { form: 'search', language: 'zh', path: '' }],
    ['/end', { form: 'html', language: 'zh', path: 'end' }],
  ] as const)('%s resolves to %o if Chinese is preferred', (address, asked) => {
    expect(readDocAddress(address, 'zh')).toEqual(asked);
  });

  test('that does not exist, or leaves the folder, has no page', () => {
    for (const path of ['nothing', '../../package', 'errors/1', 'home', '__proto__']) {
      expect(renderForm('html', 'en', path), path).toBeUndefined();
      expect(renderForm('markdown', 'en', path), path).toBeUndefined();
    }
  });
});

describe('the guides', () => {
  const folder = join(import.meta.dirname, '../../../docs/guides');
  const shapeOf = (language: 'en' | 'zh') =>
    readPages(language, addresses).map(({ path, blocks }) => ({
      path,
      blocks: blocks.map((block) => {
        if (block.kind === 'heading') return `heading ${block.level}`;
        if (block.kind === 'table') return `table ${block.rows.length} x ${block.head.length}`;
        if (block.kind === 'list') return `list ${block.items.length}`;
        return block.kind === 'code' ? `${block.language}: ${codeOf(block.text)}` : block.kind;
      }),
    }));
  /** Without the lines that ask for a language, and those in it. */
  const codeOf = (text: string) =>
    text.replaceAll(/^.*(accept-language|"(message|problem)": ).*\n/gim, '');

  test('are exactly those in the navigation', () => {
    const listed = docGroups.flatMap(({ guides }) => guides.map((name) => `${name}.md`)).sort();
    for (const language of languages) {
      expect(readdirSync(join(folder, language)).sort()).toEqual(listed);
    }
  });

  test('have the same pages, headings, tables and code in both languages', () => {
    expect(shapeOf('zh')).toEqual(shapeOf('en'));
  });

  test.each(languages)('link to existing pages and headings: %s', (language) => {
    const pages = readPages(language, addresses);
    const ids = new Map(
      pages.map(({ path, blocks }) => [
        path,
        new Set(blocks.flatMap((block) => (block.kind === 'heading' ? [block.id] : []))),
      ]),
    );
    const reference = renderForm('html', language, 'reference') ?? '';
    const referenceIds = [...reference.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);
    ids.set('reference', new Set(referenceIds));
    const links = [...ids.keys()].flatMap((path) =>
      [...(renderForm('html', language, path) ?? '').matchAll(/<a [^>]*?href="([^"]+)"/g)].map(
        ([, href = '']) => ({ path, href: href.replace(/^\/api\/docs\/(en|zh)\/?/, ' ') }),
      ),
    );
    const broken = links.filter(({ path, href }) => {
      if (/^https:|^\/api\/(console|openapi\.(json|yaml))$/.test(href)) return false;
      const [to = '', anchor] = href.split('#', 2);
      const page = ids.get(href.startsWith('#') ? path : to.trim().replace(/\.md$/, ''));
      const isFrame = anchor === 'main' || anchor === 'pages';
      return !page || (anchor !== undefined && !isFrame && !page.has(anchor));
    });
    expect(broken).toEqual([]);
    expect(links.length).toBeGreaterThan(1_000);
  });

  test('use the address of this installation, and no other', () => {
    const page = renderForm('html', 'en', 'start') ?? '';
    expect(page).toContain(`curl</i> ${apiUrl}/api/v1/sms_code`);
    expect(page).not.toContain('127.0.0.1');
  });
});

describe('the page of an error', () => {
  test.each(reasons)('has cause, remedy and charge, in both languages: %s', (reason) => {
    const row = errorTable[reason];
    for (const language of languages) {
      const page = renderForm('markdown', language, `errors/${row.code}`) ?? '';
      for (const text of [row.message, row.cause, row.fix]) expect(page).toContain(text[language]);
      expect(page).toContain(language === 'en' ? '**Charged:**' : '**是否计费：**');
      expect(renderForm('html', language, `errors/${row.code}`)).toContain(
        `<h1>${row.code} ${reason}`,
      );
    }
  });
});

describe('for machines', () => {
  test('the OpenAPI document is the same as JSON and as YAML, with the address of this installation', () => {
    const json = renderForm('openApiJson', 'en', '') ?? '';
    const document = JSON.parse(json);
    expect(document.servers).toEqual([{ url: apiUrl }]);
    expect(json).not.toContain('127.0.0.1');
    expect(parse(renderForm('openApiYaml', 'en', '') ?? '', { maxAliasCount: 0 })).toEqual(
      document,
    );
  });

  test('/llms.txt lists every guide as Markdown, in both languages', () => {
    const text = renderForm('llms', 'en', '') ?? '';
    const addresses = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, address = '']) => address);
    const listed = docGroups.flatMap(({ guides }) => guides).length;
    expect(addresses).toHaveLength(2 * listed);
    for (const address of addresses) {
      const { form, language, path } = readDocAddress(
        address.slice(`${publicUrl}/docs`.length),
        'en',
      );
      expect(form, address).toBe('markdown');
      expect(renderForm(form, language, path), address).toMatch(/^# /);
    }
  });

  test('the search index has every page and every operation', () => {
    for (const language of languages) {
      const sections: { path: string; text: string }[] = JSON.parse(
        renderForm('search', language, '') ?? '',
      );
      const paths = new Set(sections.map(({ path }) => path.split('#', 1)[0]));
      for (const { path } of readPages(language, addresses)) {
        expect(paths.has(`/${language}${path && `/${path}`}`), path).toBe(true);
      }
      expect(
        sections.filter(({ path }) => path.startsWith(`/${language}/reference#`)).length,
      ).toBeGreaterThan(5);
    }
  });
});
