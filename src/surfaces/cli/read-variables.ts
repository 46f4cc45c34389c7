import { refuse } from '../../foundation/contract/refusals/refused.ts';

/** Parses template variables, each given as `name=value`. */
export function readVariables(given: readonly string[] = []): Record<string, string> {
  return Object.fromEntries(
    given.map((entry) => {
      const at = entry.indexOf('=');
      if (at < 1) refuse('variable_malformed', { given: entry });
      return [entry.slice(0, at), entry.slice(at + 1)];
    }),
  );
}
