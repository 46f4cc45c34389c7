import type { Screen } from '../screen.ts';

export const screens: readonly Screen[] = [
  {
    path: 'audit',
    load: () => import('./audit-screen.tsx'),
    right: 'audit.read',
    sidebar: {
      title: { en: 'Audit log', zh: '审计日志' },
      icon: 'shield',
      group: { operator: 'platform', customer: 'account' },
      order: 150,
    },
  },
];
