import type { Pool } from 'pg';

/** Whatever takes a statement: a pool, or one connection of it in a transaction. */
export type Queryable = Pick<Pool, 'query'>;
