import type { Screen } from '../screen.ts';

export const screens: readonly Screen[] = [
  {
    path: 'security',
    load: () => import('./security-screen.tsx'),
  },
];
