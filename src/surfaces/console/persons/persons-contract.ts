import Type, { type Static } from 'typebox';
import { nullable } from '../kit/nullable.ts';
import { time } from '../kit/wire-formats.ts';

const kind = Type.Union([Type.Literal('mobile'), Type.Literal('id_number')]);
const language = Type.Union([Type.Literal('en'), Type.Literal('zh')]);
const count = Type.Integer();

/** The person that a request is about. */
export const AskedPerson = Type.Object({
  kind,
  number: Type.String({ minLength: 1, maxLength: 64, description: 'A mobile or an ID number.' }),
});
export type AskedPerson = Static<typeof AskedPerson>;

/** What is held about a person, in numbers. */
export const FoundPerson = Type.Object({
  reference: Type.String(),
  isCut: Type.Boolean({ description: 'Only the newest calls are counted.' }),
  records: Type.Array(Type.Object({ name: Type.String(), count })),
});
export type FoundPerson = Static<typeof FoundPerson>;

export const PersonExport = Type.Object({
  ...AskedPerson.properties,
  format: Type.Union([Type.Literal('json'), Type.Literal('pdf')]),
  language,
});

/** A file that the browser saves: a request with a number in it has no URL to download. */
export const PersonFile = Type.Object({
  fileName: Type.String(),
  type: Type.String(),
  base64: Type.String(),
});
export type PersonFile = Static<typeof PersonFile>;

export const Erasures = Type.Object({
  erasures: Type.Array(
    Type.Object({
      erasureId: Type.String(),
      kind,
      accountId: nullable(Type.Integer()),
      reference: Type.String(),
      requestedAt: time,
      requestedBy: Type.String(),
      finishedAt: nullable(time),
      waiting: Type.Object({ calls: count, confirmations: count }),
    }),
  ),
});
export type Erasures = Static<typeof Erasures>;

export const CertificateQuery = Type.Object({
  erasureId: Type.String({ format: 'uuid' }),
  language: Type.Optional(language),
});
