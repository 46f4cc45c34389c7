import Type, { type Static } from 'typebox';
import { keyScopes, modes } from '../../../foundation/contract/products.ts';
import { nullable } from '../kit/nullable.ts';
import { time } from '../kit/wire-formats.ts';

const amount = Type.String({ maxLength: 20, description: 'With at most four decimals.' });

export const KeysQuery = Type.Object({
  mode: Type.Optional(Type.Enum([...modes])),
  account: Type.Optional(Type.Integer({ minimum: 1 })),
  before: Type.Optional(Type.Integer({ minimum: 1 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
});

export const KeysWatched = Type.Omit(KeysQuery, ['limit']);

export const KeyAsked = Type.Object({ keyId: Type.Integer({ minimum: 1 }) });

export const KeyRow = Type.Object({
  keyId: Type.Integer(),
  accountId: Type.Integer(),
  accountName: Type.String(),
  mode: Type.Enum([...modes]),
  name: Type.String(),
  lastFour: Type.String(),
  state: Type.Enum(['active', 'ending', 'expired', 'revoked']),
  scopes: Type.Array(Type.Enum([...keyScopes])),
  addresses: nullable(Type.Array(Type.String())),
  expiresAt: nullable(time),
  revokedAt: nullable(time),
  replacedBy: nullable(Type.Integer()),
  spendCapDay: nullable(Type.String()),
  perSecond: nullable(Type.Integer()),
  createdAt: time,
  lastUsedAt: nullable(time),
});
export type KeyRow = Static<typeof KeyRow>;

export const KeysPage = Type.Object({
  keys: Type.Array(KeyRow),
  next: nullable(Type.Integer({ description: 'The `before` of the next page.' })),
});
export type KeysPage = Static<typeof KeysPage>;

const UseSums = Type.Object({
  calls: Type.Integer(),
  charged: Type.String(),
});

/** How much a key was used, and from where. */
export const KeyUse = Type.Object({
  key: KeyRow,
  day: UseSums,
  month: UseSums,
  addresses: Type.Array(
    Type.Object({
      address: nullable(
        Type.String({ description: 'Null for those that were too many to count.' }),
      ),
      requests: Type.Integer(),
      firstAt: time,
      lastAt: time,
    }),
  ),
});
export type KeyUse = Static<typeof KeyUse>;

export const NewKey = Type.Object({
  mode: Type.Enum([...modes]),
  name: Type.Optional(Type.String({ maxLength: 200 })),
  scopes: Type.Optional(
    Type.Array(Type.Enum([...keyScopes]), { minItems: 1, maxItems: keyScopes.length }),
  ),
  addresses: Type.Optional(Type.Array(Type.String({ maxLength: 50 }), { maxItems: 100 })),
  expiresAt: Type.Optional(time),
  spendCapDay: Type.Optional(amount),
  perSecond: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
});
export type NewKey = Static<typeof NewKey>;

export const MadeKey = Type.Object({
  keyId: Type.Integer(),
  apiKey: Type.String({ description: 'Shown only this once.' }),
});
export type MadeKey = Static<typeof MadeKey>;

export const KeyRotation = Type.Object({
  keyId: Type.Integer({ minimum: 1 }),
  overlapMinutes: Type.Integer({ minimum: 0, maximum: 14 * 24 * 60 }),
});
export type KeyRotation = Static<typeof KeyRotation>;

export const RotatedKey = Type.Object({
  keyId: Type.Integer(),
  apiKey: Type.String(),
  oldEndsAt: time,
});
export type RotatedKey = Static<typeof RotatedKey>;

export const OneKey = Type.Object({ keyId: Type.Integer({ minimum: 1 }) });
export const RevokedKey = Type.Object({ keyId: Type.Integer(), revokedAt: time });
export type RevokedKey = Static<typeof RevokedKey>;
