import type { Screen } from '../screen.ts';

export const screens: readonly Screen[] = [
  {
    path: 'providers',
    load: () => import('./providers-screen.tsx'),
    only: 'platform',
    isLiveAlone: true,
    sidebar: {
      title: { en: 'Providers', zh: '服务商' },
      icon: 'plug',
      group: { operator: 'sending' },
      order: 120,
      letter: 'P',
    },
  },
  {
    path: 'providers/$code',
    load: () => import('./provider-screen.tsx'),
    only: 'platform',
    isLiveAlone: true,
  },
];
