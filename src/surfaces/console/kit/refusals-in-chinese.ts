import { problems } from '../../../foundation/contract/text/problems.ts';
import { descriptionFaultForms } from './description-fault-forms.ts';
import { refusalForms } from './refusal-forms.ts';

/**
 * What a change is refused with is English, written where it is refused: for the command line that is all
 * there is. The console's readers may read Chinese, so each sentence has its translation, by its form. A test
 * finds the sentences that have none.
 */
const rows = [...descriptionFaultForms, ...refusalForms, ...problemForms()]
  // The form that says the most itself comes first: another could take its words for what is filled in.
  .toSorted(([one], [other]) => wordsOf(other) - wordsOf(one))
  .map(([english, chinese]) => ({ matches: readerOf(english), chinese: withoutStop(chinese) }));

/** The same in Chinese: a sentence, or several at once; undefined for what has no translation. */
export function refusalInChinese(refusal: string): string | undefined {
  const parts = refusal.split(/(?<=\.) |; /).map(partInChinese);
  const isWhole = parts.every((part) => part !== undefined);
  const chinese = isWhole ? parts.join('；') : partInChinese(refusal);
  return chinese && (refusal.endsWith('.') ? `${chinese}。` : chinese);
}

function partInChinese(part: string): string | undefined {
  for (const { matches, chinese } of rows) {
    const found = matches.exec(withoutStop(part));
    if (found) return fill(chinese, found.slice(1));
  }
  return undefined;
}

/** What callers are told of a field is said of it in refusals, too. */
function problemForms(): [string, string][] {
  return Object.values(problems).map(({ en, zh }) => {
    const names = [...en.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
    const chinese = zh.replaceAll(/\{(\w+)\}/g, (_, name) => `{${names.indexOf(name) + 1}}`);
    return [`{} ${en.replaceAll(/\{\w+\}/g, '{}')}`, `{0} ${chinese}`];
  });
}

function wordsOf(form: string): number {
  return form.replaceAll('{}', '').length;
}

function withoutStop(sentence: string): string {
  return sentence.replace(/[.。]$/, '');
}

function readerOf(form: string): RegExp {
  const parts = withoutStop(form)
    .split('{}')
    .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('(.+?)')}$`, 's');
}

/** Latin stands apart from Chinese, as everywhere in the console. */
function fill(text: string, values: readonly string[]): string {
  let next = 0;
  return text.replaceAll(/\{(\d?)\}/g, (place, number: string, at: number) => {
    const value = values[number === '' ? next++ : Number(number)] ?? '';
    const said = partInChinese(value) ?? value;
    const before = /\p{Script=Han}$/u.test(text.slice(0, at)) && /^\w/.test(said) ? ' ' : '';
    const after = /^\p{Script=Han}/u.test(text.slice(at + place.length)) && /\w$/.test(said);
    return `${before}${said}${after ? ' ' : ''}`;
  });
}
