import type { Screen } from '../screen.ts';

export const screens: readonly Screen[] = [
  {
    path: 'templates',
    load: () => import('./templates-screen.tsx'),
    sidebar: {
      title: { en: 'Templates', zh: '模板' },
      icon: 'template',
      group: { operator: 'sending', customer: 'build' },
      order: 130,
    },
  },
];
