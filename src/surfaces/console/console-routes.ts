import { globSync } from 'node:fs';
import type { ConsoleRoute } from './kit/console-route.ts';

const files = globSync('*/*-routes.ts', { cwd: import.meta.dirname }).sort();
const found: { routes: readonly ConsoleRoute[] }[] = await Promise.all(
  files.map((file) => import(`./${file}`)),
);

/** Every route of the console's API. Each `*-routes.ts` in the folder of a screen exports its own. */
export const consoleRoutes: readonly ConsoleRoute[] = found.flatMap(({ routes }) => routes);
