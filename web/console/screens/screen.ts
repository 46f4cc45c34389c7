import type { ComponentType } from 'react';
import type { Right } from '../../../src/surfaces/console/kit/rights.ts';
import type { Area } from '../client/scope.ts';
import type { IconName } from '../kit/icon.tsx';

/** The groups of the sidebar. `shell/navigation.ts` orders them for operators and for customers. */
export type Group =
  | 'top'
  | 'work'
  | 'customers'
  | 'sending'
  | 'platform'
  | 'money'
  | 'build'
  | 'account';

/** A screen, declared by the `screen.ts` of its folder; `all-screens.ts` collects them. */
export interface Screen {
  /** Below the scope: `calls`, `calls/$requestId`. */
  path: string;
  /** The module exports the screen as its default. */
  load(): Promise<{ default: ComponentType }>;
  /**
   * `test`: it shows the sandbox alone. `platform`, `account`: it has a meaning in that scope alone.
   * `cells`: in the platform's, where there are several cells.
   */
  only?: 'test' | 'platform' | 'account' | 'cells';
  /** It shows what exists in live mode alone, such as providers: it is in no mode, and has no switch. */
  isLiveAlone?: boolean;
  /** A screen of the platform whose list takes an `account` as a filter: it is offered in an account, and opens so. */
  isByAccount?: boolean;
  /** The right without which it has nothing to show. */
  right?: Right;
  /**
   * The screen that the sidebar marks meanwhile, if the path does not begin with its path; for the paths below this
   * one as well.
   */
  under?: string;
  /** Left out for a screen that is opened from another one. */
  sidebar?: SidebarEntry;
}

export interface SidebarEntry {
  /** Here and not in `en.ts`: the words of a screen are loaded with it, the sidebar's before. */
  title: { en: string; zh: string };
  /** Its title in the platform's scope, where it lists those of all accounts. */
  platformTitle?: { en: string; zh: string };
  icon: IconName;
  /** Its group for operators and for customers, where it is offered. */
  group: Partial<Record<Area, Group>>;
  /** Lower numbers stand higher up in their group. */
  order: number;
  /** The letter after `G`. */
  letter?: string;
  /** Whether the bar at the foot of a phone shows it. */
  isInBar?: boolean;
}
