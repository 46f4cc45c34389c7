import type { Screen } from '../screen.ts';

export const screens: readonly Screen[] = [
  {
    path: 'prices',
    load: () => import('./prices-screen.tsx'),
    sidebar: {
      title: { en: 'Prices', zh: '价格' },
      icon: 'tag',
      group: { operator: 'customers', customer: 'money' },
      order: 110,
    },
  },
];
