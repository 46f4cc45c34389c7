import type { Screen } from '../screen.ts';

export const screens: readonly Screen[] = [
  {
    path: 'cells',
    load: () => import('./cells-screen.tsx'),
    only: 'cells',
    right: 'health.read',
    sidebar: {
      title: { en: 'Cells', zh: '单元' },
      icon: 'cells',
      group: { operator: 'top' },
      order: 15,
    },
  },
];
