import type { Screen } from '../screen.ts';

export const screens: readonly Screen[] = [
  {
    path: 'webhooks',
    load: () => import('./webhooks-screen.tsx'),
    sidebar: {
      title: { en: 'Webhooks', zh: '事件推送' },
      icon: 'webhook',
      group: { operator: 'sending', customer: 'build' },
      order: 140,
      letter: 'H',
    },
  },
];
