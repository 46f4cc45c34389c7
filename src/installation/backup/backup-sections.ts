import Type, { type Static } from 'typebox';

/** Names and bounds come from a file and become SQL, so only the forms that we write ourselves are accepted. */
export const namePattern = '^[a-z_][a-z0-9_]{0,62}$';
const uuid = "'[0-9a-f-]{36}'";
export const boundsPattern = `^(DEFAULT|FOR VALUES FROM \\(${uuid}\\) TO \\(${uuid}\\)|FOR VALUES WITH \\(modulus \\d{1,5}, remainder \\d{1,5}\\))$`;

const name = Type.String({ pattern: namePattern });
const count = Type.Integer({ minimum: 0 });

const Partition = Type.Object({
  name,
  parent: name,
  bounds: Type.String({ pattern: boundsPattern }),
  fillfactor: Type.Union([Type.Integer({ minimum: 10, maximum: 100 }), Type.Null()]),
});
export type Partition = Static<typeof Partition>;

/** The first section of a backup. */
export const BackupHeader = Type.Object({
  format: Type.Literal('countersign backup'),
  formatVersion: Type.Literal(1),
  program: Type.String(),
  madeAt: Type.String(),
  migrations: Type.Array(
    Type.Object({ version: Type.Integer(), name: Type.String(), checksum: Type.String() }),
  ),
  partitions: Type.Array(Partition),
  /** Identifies the data key of an installation from before key rings; no key is in the file. */
  keyCheck: Type.Union([Type.String(), Type.Null()]),
  /** The data keys that the rows need; a file of an older program does not name them. */
  keyIds: Type.Optional(Type.Array(Type.String({ pattern: '^[0-9a-f]{16}$' }))),
  /** The newest head of the audit log, sealed by the data key; a file of an older program has none. */
  auditHead: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});
export type BackupHeader = Static<typeof BackupHeader>;

/** Each table has this, its rows, and their sums. */
export const TableStart = Type.Object({ table: name, columns: Type.Array(name, { minItems: 1 }) });
export type TableStart = Static<typeof TableStart>;
export const TableEnd = Type.Object({ rows: count, sha256: Type.String() });
export type TableEnd = Static<typeof TableEnd>;

const Sequence = Type.Object({ name, last: Type.String({ pattern: '^-?\\d{1,19}$' }) });
export type Sequence = Static<typeof Sequence>;

/** The last section: a truncated file does not have it. */
export const BackupEnd = Type.Object({
  end: Type.Literal(true),
  sequences: Type.Array(Sequence),
  tables: count,
  rows: count,
});
export type BackupEnd = Static<typeof BackupEnd>;
