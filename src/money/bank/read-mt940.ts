import { parseMoney } from '../../foundation/money.ts';
import { refuseBankFile } from './bank-file-fault.ts';
import type { BankLine } from './bank-line.ts';

/** A field of a SWIFT message, such as `:61:`, with its further lines. */
interface Field {
  tag: string;
  lines: string[];
  /** The line of the file that it begins on. */
  at: number;
}

/**
 * Reads customer statements in the format MT940: `:25:` names the account, `:60F:` the currency, each `:61:` is a movement and the
 * `:86:` after it says what was written.
 */
export function readMt940(text: string): BankLine[] {
  const lines: BankLine[] = [];
  let bankAccount = '';
  let currency: string | undefined;
  let isMovement = false;
  for (const field of fieldsOf(text)) {
    const latest = lines.at(-1);
    if (field.tag === '25') bankAccount = field.lines.join('').trim();
    if (/^60[FM]$/.test(field.tag)) currency = readCurrency(field);
    if (field.tag === '61') lines.push(readMovement(field, bankAccount, currency));
    if (field.tag === '86' && isMovement && latest) Object.assign(latest, readDetails(field));
    isMovement = field.tag === '61';
  }
  return lines;
}

function fieldsOf(text: string): Field[] {
  const fields: Field[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const [, tag, rest] = /^(?:\{.*\})?:([0-9]{2}[A-Z]?):(.*)$/.exec(line) ?? [];
    if (tag !== undefined) fields.push({ tag, lines: [rest ?? ''], at: index + 1 });
    // A statement ends with a minus or a brace.
    else if (!/^(-\}?|\{.*)?$/.test(line)) fields.at(-1)?.lines.push(line);
  }
  return fields;
}

function readCurrency({ lines, at }: Field): string {
  const [, currency] = /^[CD][0-9]{6}([A-Z]{3})/.exec(lines[0] ?? '') ?? [];
  return currency ?? refuseBankFile(`:60F: in line ${at}`, 'no currency');
}

/** Value date, booking date, debit or credit, the third letter of the currency, amount, kind, references. */
const movement =
  /^([0-9]{6})([0-9]{4})?(R?[CD])([A-Z])?([0-9]{1,12}),([0-9]{0,2})[A-Z][A-Z0-9]{3}(.{0,16}?)(?:\/\/(.{0,16}))?$/;

function readMovement(
  { lines, at }: Field,
  bankAccount: string,
  currency: string | undefined,
): BankLine {
  const [, valued, booked, mark, , whole, cents, , bankRef] = movement.exec(lines[0] ?? '') ?? [];
  if (valued === undefined) return refuseBankFile(`:61: in line ${at}`, 'not a movement');
  if (currency === undefined) return refuseBankFile(`:61: in line ${at}`, 'no :60F: before it');
  const amount = parseMoney(`${Number(whole)}.${cents || '0'}`) ?? 0n;
  // RC takes a credit back, RD a debit.
  const isIn = mark === 'C' || mark === 'RD';
  return {
    ...{ bankAccount, currency, amount: isIn ? amount : -amount },
    ...{ bookedOn: bookingDay(valued, booked, at), isReversal: mark === 'RC' },
    ...{ bankRef: bankRef ?? '', readAs: 'MT940', payer: '', text: '' },
  };
}

/** The booking date has no year: it is the year in which it is nearest to the value date. */
function bookingDay(valued: string, booked: string | undefined, at: number): string {
  const value = dayOf(Number(`20${valued.slice(0, 2)}`), valued.slice(2), at);
  if (booked === undefined) return value.toString();
  const years = [-1, 0, 1].map((more) => dayOf(value.year + more, booked, at));
  const far = (day: Temporal.PlainDate) => Math.abs(value.until(day, { largestUnit: 'days' }).days);
  return years.reduce((one, other) => (far(other) < far(one) ? other : one)).toString();
}

function dayOf(year: number, monthDay: string, at: number): Temporal.PlainDate {
  const [month, day] = [Number(monthDay.slice(0, 2)), Number(monthDay.slice(2))];
  try {
    // A leap day of another year is the day before.
    const overflow = monthDay === '0229' ? 'constrain' : 'reject';
    return Temporal.PlainDate.from({ year, month, day }, { overflow });
  } catch {
    return refuseBankFile(`:61: in line ${at}`, 'not a day');
  }
}

/**
 * What was written. German banks divide it: `?20` to `?29` and `?60` to `?63` are the text, which breaks anywhere, `?32` and
 * `?33` the name.
 */
function readDetails({ lines }: Field): Pick<BankLine, 'payer' | 'text'> {
  const whole = lines.join('');
  if (!/^[0-9]{3}\?[0-9]{2}/.test(whole)) return { payer: '', text: lines.join(' ').trim() };
  const parts = [...whole.matchAll(/\?([0-9]{2})([^?]*)/g)];
  const join = (wanted: RegExp) =>
    parts.flatMap(([, code = '', value]) => (wanted.test(code) ? [value] : [])).join('');
  return { payer: join(/^3[23]$/).trim(), text: join(/^(2[0-9]|6[0-3])$/).trim() };
}
