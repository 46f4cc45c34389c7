import type { Queryable } from '../../foundation/db/queryable.ts';
import { findProvider } from '../../vendors/providers/provider-queries.ts';
import type { FormChanges } from './template-queries.ts';

/**
 * Refuses a form for an unknown provider. Removing a form is allowed, because its provider may already be gone.
 */
export async function requireFormProviders(
  pool: Queryable,
  forms: FormChanges = {},
): Promise<void> {
  for (const [code, form] of Object.entries(forms)) if (form) await findProvider(pool, code);
}
