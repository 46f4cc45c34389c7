import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A package that a release contains, as the lock file names it. */
export interface ProductionPackage {
  /** Its folder, such as `node_modules/pg`. */
  path: string;
  name: string;
  version: string;
  integrity: string;
  license: string | undefined;
  /** Whether it is not from npm. */
  isForeign?: boolean;
}

interface Locked {
  version: string;
  integrity: string;
  dev?: boolean;
  devOptional?: boolean;
  license?: string;
}

/** The packages that run, without those of other platforms, which are not installed. */
export function productionPackages(folder: string): ProductionPackage[] {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  return Object.entries(packages as Record<string, Locked>)
    .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
    .filter(([path]) => existsSync(join(folder, path)))
    .map(([path, { version, integrity, license }]) => ({
      ...{ path, version, integrity },
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      license: license ?? licenseIn(join(folder, path)),
    }));
}

function licenseIn(folder: string): string | undefined {
  const { license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return typeof license === 'string' ? license : undefined;
}
