import type { Screen } from '../screen.ts';

export const screens: readonly Screen[] = [
  {
    path: 'health',
    load: () => import('./health-screen.tsx'),
    only: 'platform',
    right: 'health.read',
    sidebar: {
      title: { en: 'Health', zh: '健康检查' },
      icon: 'pulse',
      group: { operator: 'platform' },
      order: 145,
    },
  },
];
