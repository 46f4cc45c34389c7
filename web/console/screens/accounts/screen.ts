import type { Screen } from '../screen.ts';

export const screens: readonly Screen[] = [
  {
    path: 'accounts',
    load: () => import('./accounts-screen.tsx'),
    only: 'platform',
    sidebar: {
      title: { en: 'Accounts', zh: '账户' },
      icon: 'building',
      group: { operator: 'customers' },
      order: 70,
      letter: 'A',
    },
  },
  {
    path: 'account',
    load: () => import('./account-screen.tsx'),
    only: 'account',
    sidebar: {
      title: { en: 'Account home', zh: '账户主页' },
      icon: 'building',
      group: { operator: 'customers', customer: 'account' },
      order: 80,
    },
  },
];
