import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorTable, reasons } from '../../foundation/contract/errors/errors.ts';
import { errorMarkdown } from '../../foundation/contract/openapi/error-docs.ts';
import type { Language } from '../../foundation/contract/text/languages.ts';
import { docGroups, homeGuide } from './doc-groups.ts';
import { type Block, parseMarkdown } from './parse-markdown.ts';
import { plainText } from './render-blocks.ts';

/** One page of the docs in one language. */
export interface DocPage {
  language: Language;
  /** Its path below `/docs/en` or `/docs/zh`; empty for the home page. */
  path: string;
  title: string;
  /** The first sentences, for lists of pages. */
  summary: string;
  markdown: string;
  blocks: readonly Block[];
}

/** Where this installation is; known only once the server listens. */
export interface DocAddresses {
  publicUrl(): string;
  apiUrl(): string;
}

const guidesFolder = join(import.meta.dirname, '../../../docs/guides');

/** The base URL in the source of the examples; each installation replaces it with its own. */
export const exampleUrl = 'http://127.0.0.1:8080';
const example = new RegExp(`${exampleUrl.replaceAll('.', '\\.')}(/docs|/v/)?`, 'g');

/** Every page in a language: the guides in their order, then one page per error. */
export function readPages(language: Language, addresses: DocAddresses): DocPage[] {
  const guides = docGroups.flatMap(({ guides }) => guides);
  return [
    ...guides.map((name) => {
      const text = readFileSync(join(guidesFolder, language, `${name}.md`), 'utf8');
      return docPage(language, pathOf(name), ownAddress(text, addresses));
    }),
    ...reasons.map((reason) =>
      docPage(language, `errors/${errorTable[reason].code}`, errorMarkdown(reason, language)),
    ),
  ];
}

export function pathOf(guide: string): string {
  return guide === homeGuide ? '' : guide;
}

function docPage(language: Language, path: string, text: string): DocPage {
  // The source files link to error pages by their path in the repository.
  const markdown = text.replaceAll('](../../errors/', '](errors/');
  const blocks = parseMarkdown(markdown);
  const title = blocks.find(({ kind }) => kind === 'heading');
  const first = blocks.find(({ kind }) => kind === 'paragraph' || kind === 'quote');
  return {
    language,
    path,
    title: plainText(title && 'text' in title ? title.text : path),
    summary: plainText(first && 'text' in first ? first.text : ''),
    markdown,
    blocks,
  };
}

/** Replaces the base URL of the examples: pages are at the public URL, and all else at that of the API. */
export function ownAddress(text: string, { publicUrl, apiUrl }: DocAddresses): string {
  const [pages, api] = [publicUrl(), apiUrl()].map((url) => url.replace(/\/+$/, ''));
  return text.replace(example, (_, page?: string) => (page ? `${pages}${page}` : `${api}`));
}
