import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
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
