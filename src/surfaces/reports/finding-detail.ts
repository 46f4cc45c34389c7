import {
  type Bilingual,
  fillRow,
  type ValuesOf,
} from '../../foundation/contract/text/bilingual.ts';

/** What is the case and, for a fault, what to do and the command that does it. */
export interface Detail extends Bilingual {
  readonly todo?: Bilingual;
  readonly command?: string;
}

/** Fills in the placeholders of all its texts. */
export function fillDetail<En extends string>(
  { todo, command, ...row }: Detail & { readonly en: En },
  ...[values]: ValuesOf<En>
): Detail {
  return {
    ...fillRow(row, values),
    ...(todo && { todo: fillRow(todo, values) }),
    ...(command && { command: fillRow({ en: command, zh: command }, values).en }),
  };
}

/** In one line, as the command line prints it. */
export function detailLine({ en, todo, command }: Detail): string {
  const act = [todo?.en, command].filter(Boolean).join(': ');
  return act ? `${en}; ${act}` : en;
}
