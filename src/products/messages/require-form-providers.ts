import type { Queryable } from '../../foundation/db/queryable.ts';
import { findProvider } from '../../vendors/providers/provider-queries.ts';
import type { FormChanges } from './template-queries.ts';

/** A form for a provider that is not there is a slip; one that goes may have outlived its provider. */
export async function requireFormProviders(
  pool: Queryable,
  forms: FormChanges = {},
): Promise<void> {
  for (const [code, form] of Object.entries(forms)) if (form) await findProvider(pool, code);
}
