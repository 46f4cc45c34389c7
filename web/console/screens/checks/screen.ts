import type { Screen } from '../screen.ts';

export const screens: readonly Screen[] = [
  {
    path: 'checks',
    load: () => import('./checks-screen.tsx'),
    sidebar: {
      title: { en: 'Checks', zh: '人脸核验' },
      icon: 'face',
      group: { operator: 'work', customer: 'work' },
      order: 40,
    },
  },
];
