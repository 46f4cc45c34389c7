import type { Pool } from 'pg';

/** Names that need no quotes, and leave room for the rest of a listener's name (63 characters). */
export function isSchema(text: string): boolean {
  return /^[a-z][a-z0-9_]{0,29}$/.test(text);
}

/**
 * Requires that the search path leads to exactly one schema: behind a second one, another installation's tables
 * could be taken for missing ones of this one. A server creates the schema that DATABASE_SCHEMA names.
 */
export async function requireSchema(
  pool: Pool,
  { schema, mayCreate }: { schema: string | undefined; mayCreate: boolean },
): Promise<void> {
  let found = await readSchemas(pool);
  if (found.length === 0 && schema !== undefined && mayCreate) {
    await createSchema(pool, schema);
    // It may exist already, and the role may not use it.
    found = await readSchemas(pool);
  }
  const [only] = found;
  if (found.length > 1) {
    throw new Error(
      `The search path leads to several schemas: ${found.join(', ')}. ` +
        "Set DATABASE_SCHEMA to this installation's.",
    );
  }
  if (only === undefined) {
    throw new Error(
      schema === undefined
        ? 'The search path leads to no schema that this role may use. Set DATABASE_SCHEMA.'
        : `The schema ${schema} does not exist, or this role may not use it.`,
    );
  }
  if (!isSchema(only)) {
    throw new Error(
      `The schema ${only} cannot be used: a name has at most 30 lowercase letters, digits and underscores, ` +
        'beginning with a letter.',
    );
  }
}

async function readSchemas(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ schemas: string[] }>(
    'select current_schemas(false)::text[] as schemas',
  );
  return rows[0]?.schemas ?? [];
}

async function createSchema(pool: Pool, schema: string): Promise<void> {
  try {
    await pool.query(`create schema if not exists ${schema}`);
  } catch (error) {
    // Two servers that start together may both find it missing.
    if ((await readSchemas(pool)).length === 1) return;
    throw new Error(
      `The schema ${schema} does not exist and cannot be created: ${(error as Error).message}. ` +
        'Create it, owned by the role of DATABASE_URL.',
    );
  }
}
