import type { Pool } from 'pg';

/** Anything that runs a statement: a pool, or one of its connections in a transaction. */
export type Queryable = Pick<Pool, 'query'>;
