import { fillPieces } from '../contract/text/fill-pieces.ts';
import { Html, html } from './html.ts';

/** The value of a placeholder, as plain text and as HTML. */
export interface Filling {
  text: string;
  html: Html;
}

/** Fills in the placeholders of a text. */
export function fillPage(
  template: string,
  fillingOf: (brace: string) => Filling | undefined,
): Filling {
  const pieces = fillPieces(template, fillingOf, plain);
  return {
    text: pieces.map(({ text }) => text).join(''),
    html: new Html(pieces.map(({ html: { text } }) => text).join('')),
  };
}

export function plain(text: string): Filling {
  return { text, html: html`${text}` };
}
