import type { Screen } from '../screen.ts';

export const screens: readonly Screen[] = [
  {
    path: 'overview',
    load: () => import('./overview-screen.tsx'),
    sidebar: {
      title: { en: 'Overview', zh: '概览' },
      icon: 'home',
      group: { operator: 'top', customer: 'top' },
      order: 10,
      letter: 'O',
      isInBar: true,
    },
  },
];
