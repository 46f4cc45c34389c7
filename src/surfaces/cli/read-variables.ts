import { Refused } from '../../foundation/db/refused.ts';

/** The values of a template, each typed as `name=value`. */
export function readVariables(given: readonly string[] = []): Record<string, string> {
  return Object.fromEntries(
    given.map((entry) => {
      const at = entry.indexOf('=');
      if (at < 1) throw new Refused(`A variable is name=value, and ${entry} is not.`);
      return [entry.slice(0, at), entry.slice(at + 1)];
    }),
  );
}
