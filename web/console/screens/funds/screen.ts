import type { Screen } from '../screen.ts';

export const screens: readonly Screen[] = [
  {
    path: 'funds',
    under: 'wallet',
    load: () => import('./funds-screen.tsx'),
    only: 'account',
    right: 'wallet.read',
  },
  {
    path: 'funds/$paymentId',
    load: () => import('./payment-screen.tsx'),
    only: 'account',
    right: 'wallet.read',
  },
];
