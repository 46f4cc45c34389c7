import Type, { type Static } from 'typebox';
import { nullable } from '../kit/nullable.ts';
import { SearchFound, SearchPerson } from '../search-box/search-box-contract.ts';

/** The installations of CELLS_FILE. */
export const CellsList = Type.Object({
  own: nullable(Type.Integer({ description: 'This cell; null for the only installation.' })),
  cells: Type.Array(
    Type.Object({
      cell: Type.Integer(),
      url: Type.String({ description: 'Its PUBLIC_URL; the console is below `/console`.' }),
      isIsolated: Type.Boolean({
        description: 'Set in CELLS_FILE: it is neither asked nor entered from other cells.',
      }),
    }),
  ),
});
export type CellsList = Static<typeof CellsList>;

const words = Type.Object({ en: Type.String(), zh: Type.String() });
const atMostFive = Type.Integer({ description: 'As the overview lists them: 5 means 5 or more.' });

/** One cell at a glance: what Health and the overview of that cell show. */
export const CellState = Type.Object({
  cell: nullable(Type.Integer()),
  version: Type.String(),
  currency: Type.String(),
  problems: Type.Array(Type.Object({ check: Type.String(), title: words }), {
    description: 'The checks of Health that failed.',
  }),
  needs: Type.Object({
    review: Type.Integer({ description: 'Calls that wait for a decision.' }),
    wallets: atMostFive,
    endpoints: atMostFive,
    providers: Type.Integer({ description: 'Providers that fail at present.' }),
  }),
});
export type CellState = Static<typeof CellState>;

/** What a cell finds by a text. Tokens and numbers are of that cell. */
export const CellsFound = Type.Object({
  ...SearchFound.properties,
  person: nullable(
    Type.Object({
      ...SearchPerson.properties,
      calls: Type.Integer({ description: 'Live calls of this number, at most 1,000.' }),
      more: Type.Boolean({ description: 'Whether there are more than that.' }),
    }),
  ),
});
export type CellsFound = Static<typeof CellsFound>;
