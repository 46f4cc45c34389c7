import { describe, expect, test } from 'vitest';
import { readBankText } from './read-bank-file.ts';

const usual = { columns: undefined, currency: 'EUR' };

describe('MT940', () => {
  const file = `{1:F01BANKDEFFXXXX0000000000}{2:I940}{4:
:20:STARTUMSE
:25:10020030/1234567
:28C:00001/001
:60F:C260101EUR1000,00
:61:2612310102CR150,5NTRFNONREF//BANKREF1
Kontotext
:86:166?00GUTSCHRIFT?20SVWZ+Top-up RF45A0000?210123 danke?30BANKDEFF?32ACME GMBH AND?33 SONS
:61:2601020102D99,00NMSCNONREF
:86:rent
of the office
:61:2601030103RC150,50NTRFNONREF//BANKREF3
:86:166?00RUECKGABE?20account closed
:61:2601040104CR7,NTRF-
:62F:C260102EUR1051,50
:86:the closing
-}`;
  const lines = readBankText(file, usual);

  test('each movement has its day, amount, names and text', () => {
    expect(lines).toEqual([
      {
        ...{ bankAccount: '10020030/1234567', bookedOn: '2027-01-02', currency: 'EUR' },
        ...{
          amount: 1_505_000n,
          isReversal: false,
          bankRef: 'BANKREF1',
          payer: 'ACME GMBH AND SONS',
        },
        ...{ readAs: 'MT940', text: 'SVWZ+Top-up RF45A00000123 danke' },
      },
      expect.objectContaining({ amount: -990_000n, isReversal: false, text: 'rent of the office' }),
      expect.objectContaining({ amount: -1_505_000n, isReversal: true, bankRef: 'BANKREF3' }),
      expect.objectContaining({ amount: 70_000n, text: '', bookedOn: '2026-01-04' }),
    ]);
  });

  test.each([
    ['a movement that is none', ':60F:C260101EUR1,00\n:61:nothing', ':61: in line 2'],
    ['a day that does not exist', ':60F:C260101EUR1,00\n:61:2613400102CR1,NTRFX', ':61: in line 2'],
    ['no currency', ':61:2601010101CR1,NTRFX\n:60F:', ':61: in line 1'],
  ])('%s refuses the file', (_, text, at) => {
    expect(() => readBankText(text, usual)).toThrow(at);
  });
});

describe('camt.053', () => {
  const wrap = (entries: string, version = '02', prefix = '') =>
    `<?xml version="1.0" encoding="UTF-8"?>
<${prefix}Document xmlns${prefix && `:${prefix.slice(0, -1)}`}="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}">
<BkToCstmrStmt><GrpHdr/><Stmt><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id></Acct>
${entries}</Stmt></BkToCstmrStmt></${prefix}Document>`
      .replaceAll(/<(\/?)(?=[A-Z])(?!\/)/g, `<$1${prefix}`)
      .replaceAll(`${prefix}${prefix}`, prefix);
  const entry = (amount: string, more: string, status = '<Sts>BOOK</Sts>', sign = 'CRDT') =>
    `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd>${status}
     <BookgDt><Dt>2026-11-18</Dt></BookgDt><AcctSvcrRef>E1</AcctSvcrRef>${more}</Ntry>`;
  const payment = (amount: string, name: string, text: string) =>
    `<TxDtls><Refs><AcctSvcrRef>T${amount}</AcctSvcrRef><EndToEndId>NOTPROVIDED</EndToEndId></Refs>
     ${amount && `<AmtDtls><TxAmt><Amt Ccy="EUR">${amount}</Amt></TxAmt></AmtDtls>`}
     <RltdPties><Dbtr>${name}</Dbtr></RltdPties><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls>`;

  test.each([
    ['the second version', '02', '', '<Sts>BOOK</Sts>', '<Nm>A &amp; B</Nm>'],
    [
      'the eighth, with prefixes',
      '08',
      'c:',
      '<Sts><Cd>BOOK</Cd></Sts>',
      '<Pty><Nm>A &amp; B</Nm></Pty>',
    ],
  ])('an entry of %s', (_, version, prefix, status, name) => {
    const details = `<NtryDtls>${payment('', name, 'Top-up')}</NtryDtls>`;
    expect(readBankText(wrap(entry('12.30', details, status), version, prefix), usual)).toEqual([
      {
        ...{ bankAccount: 'DE89370400440532013000', bookedOn: '2026-11-18', currency: 'EUR' },
        ...{ amount: 123_000n, isReversal: false, bankRef: 'T', readAs: 'camt.053' },
        ...{ payer: 'A & B', text: 'Top-up' },
      },
    ]);
  });

  test('payments that are booked together are lines of their own if each has its amount', () => {
    const both = payment('1.00', '<Nm>A</Nm>', 'one') + payment('2.50', '<Nm>B</Nm>', 'two');
    const lines = readBankText(wrap(entry('3.50', `<NtryDtls>${both}</NtryDtls>`)), usual);
    expect(lines.map(({ amount, payer, text }) => [amount, payer, text])).toEqual([
      [10_000n, 'A', 'one'],
      [25_000n, 'B', 'two'],
    ]);
    const [whole, ...rest] = readBankText(
      wrap(entry('9.00', `<NtryDtls>${both}</NtryDtls>`)),
      usual,
    );
    expect([whole?.amount, whole?.text, rest]).toEqual([90_000n, 'one / two', []]);
  });

  test('an entry that is not booked yet is left out; one that is taken back is negative', () => {
    const pending = entry('1.00', '', '<Sts>PDNG</Sts>');
    const back = entry('2.00', '<RvslInd>true</RvslInd>', '<Sts>BOOK</Sts>', 'DBIT');
    expect(readBankText(wrap(pending + back), usual)).toMatchObject([
      { amount: -20_000n, isReversal: true },
    ]);
  });

  test.each([
    ['a DOCTYPE', '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>', 'DOCTYPE'],
    ['another document', '<Document><CstmrCdtTrfInitn/></Document>', 'not a statement'],
    ['an element that never ends', '<Document><BkToCstmrStmt>', 'line 1'],
    ['an entry without an amount', wrap(entry('', '')), 'no amount'],
  ])('%s refuses the file', (_, text, why) => {
    expect(() => readBankText(text, usual)).toThrow(why);
  });
});

describe('CSV', () => {
  const columns = { day: 'Day', amount: 'Amount', text: 'Text', payer: 'Payer' };
  const read = (text: string) => readBankText(text, { columns, currency: 'CNY' });

  test.each([
    ['2026-11-18', '1234.5', 12_345_000n],
    ['2026/11/18', '"1,234.50"', 12_345_000n],
    ['18.11.2026', '1.234', undefined],
    ['18.11.2026', '1.234.567', undefined],
    ['20261118', '-0.01', -100n],
    ['2026-11-18 09:30:00', '+3', 30_000n],
    ['2026-11-18', '1,234', undefined],
    ['11/18/2026', '1', undefined],
    ['2026-02-30', '1', undefined],
    ['0000-01-01', '1', undefined],
    ['2026-11-18', '', undefined],
  ])('%s and %s', (day, amount, expected) => {
    const file = `\uFEFFDay,Amount,Payer,Text\r\n${day},${amount},张三,"充值, 谢谢"\r\n`;
    if (expected === undefined) return expect(() => read(file)).toThrow('line 2');
    expect(read(file)).toEqual([
      {
        ...{ bookedOn: '2026-11-18', amount: expected, currency: 'CNY', payer: '张三' },
        ...{ text: '充值, 谢谢', bankAccount: '', bankRef: '', isReversal: false },
        readAs: 'CSV ["Day",null]',
      },
    ]);
  });

  test('a decimal comma is read where columns are separated by semicolons', () => {
    expect(read('Day;Amount;Payer;Text\n18.11.2026;1.234,5;A;B')[0]?.amount).toBe(12_345_000n);
  });

  test('a column that is missing, or not named, refuses the file', () => {
    expect(() => read('Day,Sum\n2026-11-18,1')).toThrow('no column Amount among Day, Sum');
    expect(() => readBankText('Day,Amount\n', usual)).toThrow('--day-column');
  });
});
