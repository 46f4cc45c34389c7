import type { Screen } from '../screen.ts';

export const screens: readonly Screen[] = [
  {
    path: 'keys',
    load: () => import('./keys-screen.tsx'),
    sidebar: {
      title: { en: 'Keys', zh: '密钥' },
      icon: 'key',
      group: { operator: 'customers', customer: 'build' },
      order: 90,
      letter: 'K',
    },
  },
];
