import type { Screen } from '../screen.ts';

export const screens: readonly Screen[] = [
  {
    path: 'wallet',
    load: () => import('./wallet-screen.tsx'),
    sidebar: {
      title: { en: 'Wallet', zh: '钱包' },
      platformTitle: { en: 'Wallets', zh: '钱包' },
      icon: 'wallet',
      group: { operator: 'customers', customer: 'money' },
      order: 100,
      letter: 'W',
      isInBar: true,
    },
  },
];
