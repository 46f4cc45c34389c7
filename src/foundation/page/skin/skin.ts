import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Language } from '../../contract/text/languages.ts';
import { type Html, html } from '../html.ts';
import { serveForPeople } from '../person-host.ts';
import { readWebFiles } from '../web-files.ts';
import { tokensCss } from './tokens-css.ts';

/** What all pages share: colours, fonts and the mark. */
const files = readWebFiles('skin', {
  basePath: '',
  made: {
    'tokens.css': tokensCss(),
    'inter.woff2': readFont('inter'),
    'mono.woff2': readFont('jetbrains-mono'),
  },
});

/** Serves the files of the skin on every host. */
export function registerSkin(app: FastifyInstance): void {
  app.register(async (scope) => {
    serveForPeople(scope);
    files.register(scope);
  });
}

/** The elements for the head of a page in the platform's own look. */
export function skinLinks(basePath: string): Html {
  return html`${markLink(basePath)}
<link rel="stylesheet" href="${basePath}${files.url('tokens.css')}">
<link rel="stylesheet" href="${basePath}${files.url('fonts.css')}">`;
}

/** Applies the reader's choice of a theme, and makes the button work. */
export function themeScript(basePath: string): Html {
  return html`<script src="${basePath}${files.url('theme.ts')}"></script>`;
}

const themeLabel = { en: 'Light or dark theme', zh: '切换浅色或深色' } as const;

/** Hidden until the script that makes it work has run. */
export function themeButton(language: Language): Html {
  return html`<button type="button" id="theme-button" aria-label="${themeLabel[language]}" hidden><svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true"><circle cx="8" cy="8" r="6.25" fill="none" stroke="currentColor" stroke-width="1.5"/><path d="M8 2a6 6 0 0 1 0 12z" fill="currentColor"/></svg></button>`;
}

/** Makes the copy buttons of a plain page work. */
export function copyScript(basePath: string): Html {
  return html`<script src="${basePath}${files.url('copy.ts')}"></script>`;
}

/** The icon in a browser's tab. */
export function markLink(basePath: string): Html {
  return html`<link rel="icon" type="image/svg+xml" href="${markUrl(basePath)}">`;
}

/** The style sheet of plain pages. */
export function plainStyle(basePath: string): string {
  return basePath + files.url('plain.css');
}

export function markUrl(basePath: string): string {
  return basePath + files.url('mark.svg');
}

/** Only the Latin part of a font is shipped: Chinese text uses the fonts of the reader's system. */
function readFont(name: string): Buffer {
  const file = `@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`;
  return readFileSync(fileURLToPath(import.meta.resolve(file)));
}
