import type { FaultCollector } from './collect-faults.ts';
import { type Path, parsePath } from './read-described.ts';

/** The path that the operator gave for something; undefined where there is none. */
export type PathOf<Settings> = (setting: PathSetting<Settings>) => Path | undefined;

/** Settings that say where something is have names that end so. */
type PathSetting<Settings> = Extract<keyof Settings, `${string}At`>;

export function compilePaths<Settings extends object>(
  collector: FaultCollector,
  settings: Settings,
): PathOf<Settings> {
  const paths = new Map<string, Path>();
  for (const [name, text] of Object.entries(settings)) {
    // Where a signature is, is said in another way, for it may be outside of the JSON.
    if (!name.endsWith('At') || name === 'callbackSignatureAt' || text === undefined) continue;
    paths.set(
      name,
      collector.take(name, () => parsePath(String(text))),
    );
  }
  return (setting) => paths.get(setting);
}
