import type { Screen } from '../screen.ts';

export const screens: readonly Screen[] = [
  {
    path: 'verifications',
    load: () => import('./verifications-screen.tsx'),
    right: 'calls.read',
    sidebar: {
      title: { en: 'Verifications', zh: '验证' },
      icon: 'passcode',
      group: { operator: 'work', customer: 'work' },
      order: 30,
      letter: 'V',
    },
  },
  {
    path: 'verifications/$verificationId',
    load: () => import('./verification-screen.tsx'),
    right: 'calls.read',
  },
];
