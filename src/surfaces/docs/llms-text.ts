import { type Language, languages } from '../../foundation/contract/text/languages.ts';
import { docGroups } from './doc-groups.ts';
import { type DocPage, pathOf } from './doc-page.ts';

const names: Readonly<Record<Language, string>> = { en: 'English', zh: '中文' };

/** The llms.txt (llmstxt.org): a link to every guide as Markdown, with its summary. */
export function llmsText(
  pagesOf: (language: Language) => ReadonlyMap<string, DocPage>,
  publicUrl: string,
): string {
  const base = publicUrl.replace(/\/+$/, '');
  const parts = languages.flatMap((language) =>
    docGroups.map(({ title, guides }) => {
      const lines = guides.flatMap((guide) => {
        const page = pagesOf(language).get(pathOf(guide));
        if (!page) return [];
        const path = page.path === '' ? '' : `/${page.path}`;
        return [`- [${page.title}](${base}/docs/${language}${path}.md): ${page.summary}`];
      });
      return [`## ${title[language]} (${names[language]})`, '', ...lines, ''].join('\n');
    }),
  );
  return [
    '# Countersign',
    '',
    '> A paid API for face identity verification and SMS. Every operation is a POST with a JSON ' +
      'object and the `x-api-key` header. Every success is a 201 with the same envelope; every ' +
      'error has a code with its own page.',
    '',
    `The OpenAPI 3.1 document is at ${base}/openapi.json. Each error code has a page, such as ` +
      `${base}/docs/en/errors/40005.md.`,
    '',
    ...parts,
  ].join('\n');
}
