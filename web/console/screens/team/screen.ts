import type { Screen } from '../screen.ts';

export const screens: readonly Screen[] = [
  {
    path: 'team',
    load: () => import('./team-screen.tsx'),
    sidebar: {
      title: { en: 'Members', zh: '成员' },
      icon: 'team',
      group: { operator: 'platform', customer: 'account' },
      order: 160,
    },
  },
];
