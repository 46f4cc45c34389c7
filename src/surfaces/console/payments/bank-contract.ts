import Type, { type Static } from 'typebox';
import { lineStates } from '../../../money/bank/bank-queries.ts';
import { openReasons } from '../../../money/bank/decide-line.ts';
import { nullable } from '../kit/nullable.ts';
import { money } from '../kit/wire-formats.ts';
import { ProviderTitles } from './provider-titles.ts';

const column = Type.String({ minLength: 1, maxLength: 200 });
const day = Type.String({ description: 'As 2030-01-31.' });
const openReason = Type.Enum(Object.keys(openReasons) as (keyof typeof openReasons)[]);
/** What browsers and banks write; the names are those of the encoding standard. */
export const encodings = ['utf-8', 'gb18030', 'windows-1252'] as const;

export const BankQuery = Type.Object({
  state: Type.Optional(Type.Enum(lineStates, { description: 'All of them if omitted.' })),
});

export const BankLineRow = Type.Object({
  line: Type.Integer(),
  day,
  amount: Type.String({ ...money, description: 'Negative: the bank took it back.' }),
  currency: Type.String(),
  payer: Type.String(),
  text: Type.String({ description: 'What the payer wrote.' }),
  state: Type.Enum(lineStates),
  account: nullable(Type.Object({ accountId: Type.Integer(), name: Type.String() })),
  provider: nullable(Type.String()),
  takesBack: nullable(Type.Integer({ description: 'The line of which it took money back.' })),
  openBecause: nullable(openReason),
  reason: Type.String({ description: 'Why it was ignored.' }),
});
export type BankLineRow = Static<typeof BankLineRow>;

export const BankLines = Type.Object({
  currency: Type.String(),
  lines: Type.Array(BankLineRow, { description: 'The newest first.' }),
  isMore: Type.Boolean(),
  providers: Type.Array(Type.String(), { description: 'Those that pay out.' }),
  titles: ProviderTitles,
});
export type BankLines = Static<typeof BankLines>;

export const BankFile = Type.Object({
  file: Type.String({ minLength: 4, maxLength: 4_000_000, description: 'The file as base64.' }),
  encoding: Type.Enum(encodings),
  columns: nullable(
    Type.Object(
      {
        day: column,
        amount: column,
        ...{ text: Type.Optional(column), payer: Type.Optional(column) },
        ...{ id: Type.Optional(column), currency: Type.Optional(column) },
      },
      { description: 'The names of the columns of a CSV file.' },
    ),
  ),
});
export type BankFile = Static<typeof BankFile>;

export const Imported = Type.Object({
  credited: Type.Integer(),
  waiting: Type.Integer({ description: 'Put aside for a person.' }),
  known: Type.Integer({ description: 'From an earlier file.' }),
  outgoing: Type.Integer({ description: 'Not stored.' }),
  lines: Type.Array(
    Type.Object({
      day,
      amount: money,
      currency: Type.String(),
      payer: Type.String(),
      text: Type.String(),
      isKnown: Type.Boolean(),
      account: nullable(Type.Integer({ description: 'To which it is credited.' })),
      openBecause: nullable(openReason),
    }),
    { description: 'The first of them; the counts are of all.' },
  ),
});
export type Imported = Static<typeof Imported>;

export const BankChecked = Type.Object({
  columns: nullable(
    Type.Array(Type.String(), { description: 'Of a CSV file, which says no more than this.' }),
  ),
  imported: nullable(Imported),
});
export type BankChecked = Static<typeof BankChecked>;

const line = Type.Integer({ minimum: 1 });
export const LineCredit = Type.Object({ line, account: Type.Integer({ minimum: 1 }) });
export const LineIgnore = Type.Object({
  line,
  reason: Type.String({ minLength: 1, maxLength: 200 }),
});
export const LineTakeBack = Type.Object({ line, of: line });
export const LinePaidOut = Type.Object({
  line,
  provider: Type.String({ maxLength: 64 }),
  cleared: Type.Optional(
    nullable(
      Type.Object(
        { amount: Type.String({ maxLength: 40 }), currency: Type.String({ maxLength: 3 }) },
        { description: 'What it took from the provider’s balance, if that is another currency.' },
      ),
    ),
  ),
});
