import Type, { type Static } from 'typebox';
import { modes, products } from '../../../foundation/contract/products.ts';
import { longestEmail } from '../../../foundation/contract/text/email-address.ts';
import { nullable } from '../kit/nullable.ts';
import { time } from '../kit/wire-formats.ts';

export const SearchAsked = Type.Object({
  text: Type.String({ minLength: 1, maxLength: longestEmail }),
});

export const SearchPerson = Type.Object({
  token: Type.String({ description: 'For the filter `person` of the calls.' }),
  label: Type.String({ description: 'Masked.' }),
  kind: Type.Enum(['mobile', 'email', 'card']),
});
export type SearchPerson = Static<typeof SearchPerson>;

export const SearchFound = Type.Object({
  lookedFor: Type.Array(
    Type.Enum(['account', 'call', 'reference', 'key', 'mobile', 'email', 'card']),
  ),
  accounts: Type.Array(Type.Object({ accountId: Type.Integer(), name: Type.String() })),
  calls: Type.Array(
    Type.Object({
      requestId: Type.String(),
      accountId: Type.Integer(),
      mode: Type.Enum(modes),
      product: Type.Enum(products),
      at: time,
    }),
  ),
  keys: Type.Array(
    Type.Object({
      keyId: Type.Integer(),
      accountId: Type.Integer(),
      accountName: Type.String(),
      mode: Type.Enum(modes),
      name: Type.String(),
      keyEnd: Type.String(),
      isRevoked: Type.Boolean(),
    }),
  ),
  person: nullable(
    Type.Object({
      ...SearchPerson.properties,
      modes: Type.Array(Type.Enum(modes), {
        description: 'Where there are calls or refused calls of this person.',
      }),
    }),
  ),
});
export type SearchFound = Static<typeof SearchFound>;
