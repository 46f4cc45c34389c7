import type { Screen } from '../screen.ts';

export const screens: readonly Screen[] = [
  {
    path: 'payments',
    load: () => import('./payments-screen.tsx'),
    only: 'platform',
    isByAccount: true,
    right: 'payments.read',
    sidebar: {
      title: { en: 'Online payments', zh: '在线支付' },
      icon: 'card',
      group: { operator: 'customers' },
      order: 104,
    },
  },
  {
    path: 'payment-books',
    under: 'payments',
    load: () => import('./books-screen.tsx'),
    only: 'platform',
    isLiveAlone: true,
    right: 'payments.read',
  },
  {
    path: 'payment-bank',
    under: 'payments',
    load: () => import('./bank-screen.tsx'),
    only: 'platform',
    isLiveAlone: true,
    right: 'payments.read',
  },
  {
    path: 'payments/$paymentId',
    load: () => import('./payment-screen.tsx'),
    only: 'platform',
    right: 'payments.read',
  },
];
