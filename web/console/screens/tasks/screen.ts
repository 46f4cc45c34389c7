import type { Screen } from '../screen.ts';

export const screens: readonly Screen[] = [
  {
    path: 'tasks',
    load: () => import('./tasks-screen.tsx'),
    sidebar: {
      title: { en: 'Tasks', zh: '任务' },
      icon: 'clock',
      group: { operator: 'work', customer: 'work' },
      order: 60,
    },
  },
];
