import type { Screen } from '../screen.ts';

export const screens: readonly Screen[] = [
  {
    path: 'inbox',
    load: () => import('./inbox-screen.tsx'),
    only: 'test',
    sidebar: {
      title: { en: 'Inbox', zh: '收件箱' },
      icon: 'inbox',
      group: { operator: 'work', customer: 'work' },
      order: 60,
      letter: 'I',
    },
  },
];
