import { Html, html } from './html.ts';

/** The value of a placeholder, as plain text and as HTML. */
export interface Filling {
  text: string;
  html: Html;
}

const han = /\p{Script=Han}/u;
const latin = /[\p{Script=Latin}\p{Nd}]/u;

/** Whether Han and Latin characters meet: they are separated by one space, and no others are. */
export function needsSpace(before: string | undefined, after: string | undefined): boolean {
  if (!before || !after) return false;
  return (han.test(before) && latin.test(after)) || (latin.test(before) && han.test(after));
}

/**
 * Fills in the placeholders of a text. Values are not filled in again, and a placeholder without a value stays
 * as it is.
 */
export function fillText(
  template: string,
  fillingOf: (brace: string) => Filling | undefined,
): Filling {
  let text = '';
  let page = '';
  const add = (piece: Filling) => {
    const space = needsSpace([...text].at(-1), [...piece.text][0]) ? ' ' : '';
    text += space + piece.text;
    page += space + piece.html.text;
  };
  for (const [index, part] of template.split(/\{(\w+)\}/).entries()) {
    const filling = index % 2 ? fillingOf(part) : undefined;
    add(filling ?? plain(index % 2 ? `{${part}}` : part));
  }
  return { text, html: new Html(page) };
}

export function plain(text: string): Filling {
  return { text, html: html`${text}` };
}
