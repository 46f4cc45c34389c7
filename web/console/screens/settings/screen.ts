import type { Screen } from '../screen.ts';

export const screens: readonly Screen[] = [
  {
    path: 'settings',
    load: () => import('./settings-screen.tsx'),
    only: 'platform',
    sidebar: {
      title: { en: 'Settings', zh: '设置' },
      icon: 'settings',
      group: { operator: 'platform' },
      order: 170,
    },
  },
];
