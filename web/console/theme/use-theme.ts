import { useSyncExternalStore } from 'react';
import { rememberLook } from '../client/remember-look.ts';
import type { ThemeName } from './antd-theme.ts';
import { watchMedia } from './watch-media.ts';

export type ThemeChoice = ThemeName | 'system';

const storageKey = 'countersign.theme';
const dark = watchMedia(matchMedia('(prefers-color-scheme: dark)'));
const listeners = new Set<() => void>();

function choice(): ThemeChoice {
  const stored = localStorage.getItem(storageKey);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

function themeOf(chosen: ThemeChoice): ThemeName {
  if (chosen !== 'system') return chosen;
  return dark.matches() ? 'dark' : 'light';
}

function apply(): void {
  const chosen = choice();
  if (chosen === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
  rememberLook('theme', chosen === 'system' ? undefined : chosen);
  for (const listener of listeners) listener();
}
dark.subscribe(apply);
apply();

export function chooseTheme(chosen: ThemeChoice): void {
  localStorage.setItem(storageKey, chosen);
  apply();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useTheme(): ThemeName {
  return useSyncExternalStore(subscribe, () => themeOf(choice()));
}

export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, choice);
}
