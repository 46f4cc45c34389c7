import { isCalendarDay } from '../../foundation/contract/text/calendar-day.ts';
import { parseMoney } from '../../foundation/money.ts';
import { refuseBankFile } from './bank-file-fault.ts';
import type { BankLine } from './bank-line.ts';
import { readXml, type XmlElement } from './read-xml.ts';

/**
 * Reads bank statements of ISO 20022, camt.053, of any of its versions: booked entries, and each payment of an entry that
 * gathers several.
 */
export function readCamt053(text: string): BankLine[] {
  const statements = readXml(text, refuseBankFile).all('BkToCstmrStmt', 'Stmt');
  if (statements.length === 0) refuseBankFile('BkToCstmrStmt/Stmt', 'not a statement (camt.053)');
  return statements.flatMap((statement) => {
    const bankAccount =
      statement.text('Acct', 'Id', 'IBAN') || statement.text('Acct', 'Id', 'Othr', 'Id');
    return statement.all('Ntry').flatMap((entry) => readEntry(entry, bankAccount));
  });
}

function readEntry(entry: XmlElement, bankAccount: string): BankLine[] {
  // Older versions have the word itself, newer ones a code inside.
  const status = entry.text('Sts', 'Cd') || entry.text('Sts');
  if (status !== 'BOOK') return [];
  const day = entry.text('BookgDt', 'Dt') || entry.text('BookgDt', 'DtTm').slice(0, 10);
  if (!isCalendarDay(day)) refuseBankFile(`Ntry in line ${entry.line}`, 'no booking date');
  const whole = readAmount(entry, entry.one('Amt'));
  const line: BankLine = {
    ...{ bankAccount, bookedOn: day, ...whole },
    isReversal: entry.text('RvslInd') === 'true' && entry.text('CdtDbtInd') === 'DBIT',
    ...{
      bankRef: entry.text('AcctSvcrRef'),
      readAs: 'camt.053',
      payer: '',
      text: entry.text('AddtlNtryInf'),
    },
  };
  const payments = entry.all('NtryDtls', 'TxDtls');
  const parts = payments.map((payment) => readPayment(payment, line));
  if (parts.length <= 1) return [{ ...line, ...parts[0], ...whole }];
  const sum = parts.reduce((total, { amount }) => total + amount, 0n);
  const isWhole = sum === line.amount && parts.every(({ amount }) => amount !== 0n);
  // Without the amount of each, nobody can say whose money it is: the texts of all stand together.
  return isWhole ? parts : [{ ...line, text: parts.map((each) => each.text).join(' / ') }];
}

function readPayment(payment: XmlElement, entry: BankLine): BankLine {
  const amount = payment.one('Amt') ?? payment.one('AmtDtls', 'TxAmt', 'Amt');
  const parties = payment.one('RltdPties');
  const written = [
    ...payment.all('RmtInf', 'Strd', 'CdtrRefInf', 'Ref'),
    ...payment.all('RmtInf', 'Ustrd'),
    ...payment.all('AddtlTxInf'),
  ].map((each) => each.text());
  const ref = payment.text('Refs', 'AcctSvcrRef');
  return {
    ...entry,
    ...(amount ? readAmount(payment, amount, entry) : { amount: 0n }),
    bankRef: ref || entry.bankRef,
    payer: parties?.text('Dbtr', 'Nm') || parties?.text('Dbtr', 'Pty', 'Nm') || '',
    text: [...written, notGiven(payment.text('Refs', 'EndToEndId'))].filter(Boolean).join(' '),
  };
}

/** What banks write for a payment without an ID of the payer. */
function notGiven(id: string): string {
  return /^NOT ?PROVIDED$/i.test(id) ? '' : id;
}

function readAmount(
  of: XmlElement,
  amount: XmlElement | undefined,
  entry?: BankLine,
): Pick<BankLine, 'amount' | 'currency'> {
  const place = `${of.name} in line ${of.line}`;
  const value = parseMoney(amount?.text().replace(/(\.[0-9]{1,4})0+$/, '$1') ?? '');
  const currency = amount?.attributes.Ccy;
  if (value === undefined || value < 0n || !currency) return refuseBankFile(place, 'no amount');
  const direction = of.text('CdtDbtInd') || (entry && (entry.amount < 0n ? 'DBIT' : 'CRDT'));
  if (direction !== 'CRDT' && direction !== 'DBIT') return refuseBankFile(place, 'no CdtDbtInd');
  return { currency, amount: direction === 'CRDT' ? value : -value };
}
