import type { OpenApiDocument } from '../../foundation/contract/openapi/openapi.ts';
import { type Language, languages } from '../../foundation/contract/text/languages.ts';
import { basePathOf } from '../../foundation/page/base-path.ts';
import { createSharedBody, type SharedBody } from '../../foundation/page/shared-body.ts';
import { type DocAddresses, type DocPage, readPages } from './doc-page.ts';
import { llmsText } from './llms-text.ts';
import { readOpenApi } from './read-open-api.ts';
import { readReference } from './reference/read-reference.ts';
import { referenceIn } from './reference/reference-in.ts';
import { renderReference } from './reference/render-reference.ts';
import { renderDoc, renderMissing } from './render-doc.ts';
import { searchSections } from './search-sections.ts';

/** What the docs are built from. */
export interface DocPorts extends DocAddresses {
  /** The URL of a file in `web/docs`. */
  url(file: string): string;
}

export type DocForm = 'html' | 'markdown' | 'search' | 'llms' | 'openApiJson' | 'openApiYaml';

/** All response bodies of the docs. Each is built on first use and cached. */
interface DocSite {
  bodyOf(form: DocForm, language: Language, path: string): SharedBody | undefined;
  /** The page for a URL that does not exist. */
  missing(language: Language): string;
}

export function createDocSite(ports: DocPorts): DocSite {
  const pages = new Map<Language, ReadonlyMap<string, DocPage>>();
  const bodies = new Map<string, SharedBody>();
  const pagesOf = (language: Language) => {
    const found = pages.get(language);
    if (found) return found;
    const read = readPages(language, ports);
    const byPath = new Map(read.map((page) => [page.path, page]));
    pages.set(language, byPath);
    return byPath;
  };
  const document = (): OpenApiDocument => JSON.parse(readOpenApi('json', ports));
  const renderForm = (form: DocForm, language: Language, path: string): string | undefined => {
    if (form === 'llms') return llmsText(pagesOf, ports.publicUrl());
    if (form === 'openApiJson') return JSON.stringify(document());
    if (form === 'openApiYaml') return readOpenApi('yaml', ports);
    const all = pagesOf(language);
    if (form === 'search') {
      return JSON.stringify(searchSections([...all.values()], document(), language));
    }
    const basePath = basePathOf(ports.publicUrl());
    if (form === 'html' && path === 'reference') {
      const { url } = ports;
      const reference = referenceIn(language, readReference(document()));
      return renderReference(reference, { language, basePath, url });
    }
    const page = all.get(path);
    if (!page || form === 'markdown') return page?.markdown;
    return renderDoc(page, { basePath, pages: all, url: ports.url });
  };
  return {
    bodyOf(form, language, path) {
      const name = `${form} ${language} ${path}`;
      const found = bodies.get(name);
      if (found) return found;
      const text = renderForm(form, language, path);
      if (text === undefined) return undefined;
      const body = createSharedBody(text);
      bodies.set(name, body);
      return body;
    },
    missing: (language) =>
      renderMissing(language, {
        basePath: basePathOf(ports.publicUrl()),
        pages: pagesOf(language),
        url: ports.url,
      }),
  };
}

/** Parses a URL below `/docs`, with a language in front or in the browser's language. */
export function readDocAddress(
  address: string,
  preferred: Language,
): { form: DocForm; language: Language; path: string } {
  const [, named, rest = ''] = /^\/(en|zh)(?=[/.]|$)(.*)$/.exec(address) ?? [];
  const language = languages.find((one) => one === named) ?? preferred;
  const asked = (named ? rest : address).replace(/^\//, '');
  if (asked === 'search.json') return { form: 'search', language, path: '' };
  const isMarkdown = asked.endsWith('.md');
  const path = isMarkdown ? asked.slice(0, -'.md'.length) : asked;
  return { form: isMarkdown ? 'markdown' : 'html', language, path };
}
