import type { Screen } from '../screen.ts';

export const screens: readonly Screen[] = [
  {
    path: 'invoices',
    load: () => import('./invoices-screen.tsx'),
    only: 'platform',
    right: 'invoices.read',
    sidebar: {
      title: { en: 'Invoices', zh: '账单' },
      icon: 'receipt',
      group: { operator: 'customers' },
      order: 104.5,
    },
  },
  {
    path: 'fapiao',
    under: 'invoices',
    load: () => import('./fapiao-screen.tsx'),
    only: 'platform',
    right: 'invoices.read',
  },
  {
    path: 'invoice-settings',
    under: 'invoices',
    load: () => import('./invoice-settings-screen.tsx'),
    only: 'platform',
    right: 'invoices.read',
  },
];
