import type { Screen } from '../screen.ts';

export const screens: readonly Screen[] = [
  {
    path: 'persons',
    load: () => import('./persons-screen.tsx'),
    right: 'persons.read',
    sidebar: {
      title: { en: 'Personal data', zh: '个人信息权利' },
      icon: 'person',
      group: { operator: 'platform' },
      order: 155,
    },
  },
];
