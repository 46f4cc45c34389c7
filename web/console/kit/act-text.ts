import { acts } from '../../../src/foundation/audit/acts.ts';
import type { Language } from '../client/language.ts';

/** The sentence of an act; one of an older version is told by its name. */
export function actText(action: string, language: Language): string {
  const row = Object.hasOwn(acts, action) ? acts[action as keyof typeof acts] : undefined;
  return row?.[language] ?? action;
}
