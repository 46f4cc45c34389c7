import type { Screen } from './screen.ts';

const found = import.meta.glob<readonly Screen[]>('./*/screen.ts', {
  eager: true,
  import: 'screens',
});

export const allScreens: readonly Screen[] = Object.values(found).flat();
