import type { Screen } from '../screen.ts';

export const screens: readonly Screen[] = [
  {
    path: 'calls',
    load: () => import('./calls-screen.tsx'),
    sidebar: {
      title: { en: 'Calls', zh: '调用' },
      icon: 'list',
      group: { operator: 'work', customer: 'work' },
      order: 20,
      letter: 'C',
      isInBar: true,
    },
  },
  {
    path: 'calls/$requestId',
    load: () => import('./call-screen.tsx'),
  },
];
