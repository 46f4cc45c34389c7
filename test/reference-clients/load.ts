import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * Loads a package that only this folder installs. Its types are written here by hand, so that types
 * can be checked without the packages.
 */
export function load<Package>(name: string): Package {
  try {
    return require(name) as Package;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    const command = 'npm ci --ignore-scripts --prefix test/reference-clients';
    throw new Error(`${name} is not installed. Run: ${command}`, { cause: error });
  }
}
