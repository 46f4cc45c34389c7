import type { FaultCollector } from './collect-faults.ts';
import { type Path, parsePath } from './read-described.ts';

/** Returns the path for a setting; undefined if the operator gave none. */
export type PathOf<Settings> = (setting: PathSetting<Settings>) => Path | undefined;

/** Settings that hold a path have names that end in `At`. */
type PathSetting<Settings> = Extract<keyof Settings, `${string}At`>;

export function compilePaths<Settings extends object>(
  collector: FaultCollector,
  settings: Settings,
): PathOf<Settings> {
  const paths = new Map<string, Path>();
  for (const [name, text] of Object.entries(settings)) {
    // The signature's location has its own syntax, because it may be outside of the JSON.
    if (!name.endsWith('At') || name === 'callbackSignatureAt' || text === undefined) continue;
    paths.set(
      name,
      collector.take(name, () => parsePath(String(text))),
    );
  }
  return (setting) => paths.get(setting);
}
