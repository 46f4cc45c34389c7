import type { ReactElement } from 'react';
import { Icon } from '../kit/icon.tsx';
import type { ThemeChoice } from '../theme/use-theme.ts';
import { useShellWords } from './shell-words.ts';

export function useThemeItems(): readonly {
  key: ThemeChoice;
  label: string;
  icon: ReactElement;
}[] {
  const say = useShellWords();
  return [
    { key: 'light', label: say('themeLight'), icon: <Icon name="sun" /> },
    { key: 'dark', label: say('themeDark'), icon: <Icon name="moon" /> },
    { key: 'system', label: say('themeSystem'), icon: <Icon name="screen" /> },
  ];
}
