import Type, { type Static } from 'typebox';
import { ActorName } from '../kit/actor-name.ts';
import { time } from '../kit/wire-formats.ts';

export const AuditQuery = Type.Object({
  account: Type.Optional(Type.Integer({ minimum: 1 })),
  action: Type.Optional(Type.String({ maxLength: 100 })),
  by: Type.Optional(Type.String({ maxLength: 200 })),
  from: Type.Optional(time),
  to: Type.Optional(time),
  before: Type.Optional(Type.Integer({ minimum: 1 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
});

export const AuditWatched = Type.Pick(AuditQuery, ['account', 'action', 'by', 'from', 'to']);

const values = Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()]);

export const AuditEntry = Type.Object({
  entryId: Type.Integer(),
  madeAt: time,
  actor: ActorName,
  accountId: Type.Union([Type.Integer(), Type.Null()]),
  action: Type.String({ examples: ['price.set'] }),
  subject: Type.String({ description: 'The table.' }),
  key: Type.Record(Type.String(), Type.Unknown()),
  before: values,
  after: values,
  object: Type.Record(Type.String(), Type.Unknown(), {
    description: 'What the row is called now, which an entry of a change does not repeat.',
  }),
});
export type AuditEntry = Static<typeof AuditEntry>;

export const AuditPage = Type.Object({
  entries: Type.Array(AuditEntry),
  next: Type.Union([Type.Integer(), Type.Null()], {
    description: 'The `before` of the next page.',
  }),
});
export type AuditPage = Static<typeof AuditPage>;

export const AuditProof = Type.Object({
  ok: Type.Boolean(),
  entries: Type.Integer(),
  head: Type.Union([Type.String(), Type.Null()]),
  fault: Type.Union([Type.String(), Type.Null()]),
  against: Type.Union(
    [
      Type.Object({
        hash: Type.String(),
        entryId: Type.Union([Type.Integer(), Type.Null()]),
        keptAt: Type.Union([time, Type.Null()]),
      }),
      Type.Null(),
    ],
    { description: 'The head kept outside the database with which the log was compared.' },
  ),
});
export type AuditProof = Static<typeof AuditProof>;
