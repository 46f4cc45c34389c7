import type { ComponentType } from 'react';
import type { Right } from '../../src/console/rights.ts';
import type { Door } from './client/place.ts';
import type { IconName } from './kit/icon.tsx';

/** The groups of the sidebar, in their order; the customer's door has names of its own for them. */
export type Group =
  | 'top'
  | 'work'
  | 'customers'
  | 'sending'
  | 'platform'
  | 'money'
  | 'build'
  | 'account';

/** A screen: one line here, and a folder of its name that holds everything else. */
export interface Screen {
  /** Its folder, and the name of its words in the sidebar (`shell/en.ts`, `screen_<name>`). */
  name: string;
  /** Below the scope: `calls`, or `calls/$requestId` for what is not in the sidebar. */
  path: string;
  doors: readonly Door[];
  /** Where it stands in the sidebar of each door; nowhere when left out. */
  group?: Partial<Record<Door, Group>>;
  icon?: IconName;
  /** The letter after `G`. */
  letter?: string;
  /** `test`: it shows the sandbox alone. `platform`, `account`: it has a meaning in that scope alone. */
  only?: 'test' | 'platform' | 'account';
  /** Without this right it has nothing to show; where it is left out, everybody at its doors sees it. */
  right?: Right;
  /** On a phone it stands in the bar at the foot. */
  isInBar?: boolean;
  /** The module exports the screen as its default. */
  load(): Promise<{ default: ComponentType }>;
}

const both: readonly Door[] = ['operator', 'customer'];

export const screens: readonly Screen[] = [
  {
    name: 'overview',
    path: 'overview',
    doors: both,
    group: { operator: 'top', customer: 'top' },
    icon: 'home',
    letter: 'O',
    isInBar: true,
    load: () => import('./screens/overview/overview-screen.tsx'),
  },
  {
    name: 'calls',
    path: 'calls',
    doors: both,
    group: { operator: 'work', customer: 'work' },
    icon: 'list',
    letter: 'C',
    isInBar: true,
    load: () => import('./screens/calls/calls-screen.tsx'),
  },
  {
    name: 'call',
    path: 'calls/$requestId',
    doors: both,
    load: () => import('./screens/calls/call-screen.tsx'),
  },
  {
    name: 'checks',
    path: 'checks',
    doors: both,
    group: { operator: 'work', customer: 'work' },
    icon: 'face',
    load: () => import('./screens/checks/checks-screen.tsx'),
  },
  {
    name: 'review',
    path: 'review',
    doors: ['operator'],
    group: { operator: 'work' },
    icon: 'warning',
    letter: 'R',
    isInBar: true,
    load: () => import('./screens/review/review-screen.tsx'),
  },
  {
    name: 'inbox',
    path: 'inbox',
    doors: both,
    group: { operator: 'work', customer: 'work' },
    icon: 'inbox',
    letter: 'I',
    only: 'test',
    load: () => import('./screens/inbox/inbox-screen.tsx'),
  },
  {
    name: 'accounts',
    path: 'accounts',
    doors: ['operator'],
    group: { operator: 'customers' },
    icon: 'building',
    letter: 'A',
    only: 'platform',
    load: () => import('./screens/accounts/accounts-screen.tsx'),
  },
  {
    name: 'account',
    path: 'account',
    doors: both,
    group: { operator: 'customers', customer: 'account' },
    icon: 'building',
    only: 'account',
    load: () => import('./screens/accounts/account-screen.tsx'),
  },
  {
    name: 'keys',
    path: 'keys',
    doors: both,
    group: { operator: 'customers', customer: 'build' },
    icon: 'key',
    letter: 'K',
    load: () => import('./screens/keys/keys-screen.tsx'),
  },
  {
    name: 'wallet',
    path: 'wallet',
    doors: both,
    group: { operator: 'customers', customer: 'money' },
    icon: 'wallet',
    letter: 'W',
    isInBar: true,
    load: () => import('./screens/wallet/wallet-screen.tsx'),
  },
  {
    name: 'prices',
    path: 'prices',
    doors: both,
    group: { operator: 'customers', customer: 'money' },
    icon: 'tag',
    load: () => import('./screens/prices/prices-screen.tsx'),
  },
  {
    name: 'providers',
    path: 'providers',
    doors: ['operator'],
    group: { operator: 'sending' },
    icon: 'plug',
    letter: 'P',
    only: 'platform',
    load: () => import('./screens/providers/providers-screen.tsx'),
  },
  {
    name: 'templates',
    path: 'templates',
    doors: both,
    group: { operator: 'sending', customer: 'build' },
    icon: 'template',
    load: () => import('./screens/templates/templates-screen.tsx'),
  },
  {
    name: 'webhooks',
    path: 'webhooks',
    doors: both,
    group: { operator: 'sending', customer: 'build' },
    icon: 'webhook',
    letter: 'H',
    load: () => import('./screens/webhooks/webhooks-screen.tsx'),
  },
  {
    name: 'audit',
    path: 'audit',
    doors: both,
    group: { operator: 'platform', customer: 'account' },
    icon: 'shield',
    right: 'audit.read',
    load: () => import('./screens/audit/audit-screen.tsx'),
  },
  {
    name: 'team',
    path: 'team',
    doors: both,
    group: { operator: 'platform', customer: 'account' },
    icon: 'team',
    load: () => import('./screens/team/team-screen.tsx'),
  },
  {
    name: 'settings',
    path: 'settings',
    doors: ['operator'],
    group: { operator: 'platform' },
    icon: 'settings',
    only: 'platform',
    load: () => import('./screens/settings/settings-screen.tsx'),
  },
  {
    name: 'security',
    path: 'security',
    doors: both,
    load: () => import('./screens/session/security-screen.tsx'),
  },
  {
    name: 'parts',
    path: 'parts',
    doors: ['operator'],
    load: () => import('./screens/gallery/gallery-screen.tsx'),
  },
];
