import type { Screen } from '../screen.ts';

export const screens: readonly Screen[] = [
  {
    path: 'review',
    load: () => import('./review-screen.tsx'),
    sidebar: {
      title: { en: 'Review', zh: '待复核' },
      icon: 'warning',
      group: { operator: 'work' },
      order: 50,
      letter: 'R',
      isInBar: true,
    },
  },
];
