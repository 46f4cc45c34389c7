import Type from 'typebox';

/** Where the data of this installation is, and which of several installations it is. */
export const databaseSettings = {
  DATABASE_URL: Type.Optional(
    Type.String({
      format: 'postgres-url',
      secret: true,
      description:
        'Your own PostgreSQL, version 15 or newer. With several hosts (a,b/db), the server uses ' +
        'the one that accepts writes. Without it, the server runs its own PostgreSQL under ' +
        'DATA_DIR.',
    }),
  ),
  DATABASE_DDL_URL: Type.Optional(
    Type.String({
      format: 'postgres-url',
      secret: true,
      description:
        'Coordinator of a Citus cluster, for migrations and partitions. DATABASE_URL then lists the ' +
        'nodes, and the server uses the one that holds its schema.',
    }),
  ),
  DATABASE_SCHEMA: Type.Optional(
    Type.String({
      format: 'schema',
      description:
        'Schema of this installation, for several installations in one database; give each a role of ' +
        "its own. The first start creates it. Default: the only schema on the role's search path.",
    }),
  ),
  CELL: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 2_000,
      description:
        'Number of this installation among several behind one public address. New keys carry it ' +
        '(cs_live_3_…). The first start stores it for good.',
    }),
  ),
  CELLS_FILE: Type.Optional(
    Type.String({
      description:
        'File (YAML) with the addresses of all installations behind one public address. A request ' +
        'that reaches the wrong one is told the right address.',
    }),
  ),
  DATABASE_POOL: Type.Integer({
    default: 10,
    minimum: 5,
    maximum: 100,
    description:
      'Database connections per server for short jobs and reads. Calls, deliveries and long jobs ' +
      'use 10 more.',
  }),
};
