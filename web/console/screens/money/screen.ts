import type { Screen } from '../screen.ts';

export const screens: readonly Screen[] = [
  {
    path: 'money',
    load: () => import('./money-screen.tsx'),
    only: 'platform',
    right: 'money.read',
    sidebar: {
      title: { en: 'Money', zh: '营收' },
      icon: 'chart',
      group: { operator: 'customers' },
      order: 105,
      letter: 'M',
    },
  },
];
