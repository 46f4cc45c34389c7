import type { OpenApiDocument } from '../../foundation/contract/openapi/openapi.ts';
import type { Language } from '../../foundation/contract/text/languages.ts';
import type { DocPage } from './doc-page.ts';
import { docTexts } from './doc-texts.ts';
import type { Block } from './parse-markdown.ts';
import { translate } from './reference/reference-in.ts';
import { plainText } from './render-blocks.ts';

/** A search entry: one section of a page, under its heading. The browser searches them all. */
interface SearchSection {
  /** The path below `/docs`. */
  path: string;
  title: string;
  /** Empty for the beginning of a page. */
  heading: string;
  text: string;
}

/** Every section of every page in a language, and every operation of the reference. */
export function searchSections(
  pages: readonly DocPage[],
  document: OpenApiDocument,
  language: Language,
): SearchSection[] {
  return [...pages.flatMap(sectionsOf), ...operationsOf(document, language)];
}

function sectionsOf({ language, path, title, blocks }: DocPage): SearchSection[] {
  const address = `/${language}${path === '' ? '' : `/${path}`}`;
  const sections: SearchSection[] = [{ path: address, title, heading: '', text: '' }];
  for (const block of blocks) {
    if (block.kind === 'heading' && block.level > 1) {
      const heading = plainText(block.text);
      sections.push({ path: `${address}#${block.id}`, title, heading, text: '' });
    } else if (block.kind !== 'heading') {
      const section = sections.at(-1) as SearchSection;
      section.text = `${section.text} ${blockText(block)}`.trim();
    }
  }
  return sections;
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'list':
      return block.items.map(plainText).join(' ');
    case 'table':
      return [block.head, ...block.rows].map((row) => row.map(plainText).join(' ')).join(' ');
    case 'code':
      // Index a request once, not in each of its six languages.
      return ['sh', 'json', 'text'].includes(block.language) ? block.text : '';
    default:
      return plainText(block.text);
  }
}

function operationsOf(document: OpenApiDocument, language: Language): SearchSection[] {
  return Object.entries(document.paths).map(([path, { post }]) => ({
    path: `/${language}/reference#${post.operationId}`,
    title: docTexts.reference[language],
    heading: `POST ${path}`,
    text: [post.summary, post.description]
      .map((text) => plainText(translate(String(text), language)))
      .join(' '),
  }));
}
