import type { Screen } from '../screen.ts';

export const screens: readonly Screen[] = [
  {
    path: 'parts',
    load: () => import('./gallery-screen.tsx'),
    only: 'platform',
  },
];
