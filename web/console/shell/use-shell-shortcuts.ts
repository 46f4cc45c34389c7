import { useGo, useScope } from '../client/scope.ts';
import { type Shortcuts, useShortcuts } from '../kit/shortcuts.ts';
import { openSearch } from './header-search.tsx';
import { useSwitchMode } from './mode-switch.tsx';
import { modeFor } from './navigation.ts';
import { useNavigation } from './use-navigation.ts';

export function useShellShortcuts(showShortcuts: () => void): void {
  const { mode } = useScope();
  const go = useGo();
  const { mode: next, switchMode } = useSwitchMode();
  const letters: Record<string, () => void> = {};
  const navigation = useNavigation();
  for (const screen of navigation.flatMap(({ items }) => items)) {
    if (!screen.letter) continue;
    const query = { mode: modeFor(screen, mode) };
    letters[`g ${screen.letter.toLowerCase()}`] = () => go(screen.path, { query });
  }
  const map: Shortcuts = {
    ...letters,
    '/': openSearch,
    'mod+k': openSearch,
    t: () => switchMode(next),
    '?': showShortcuts,
  };
  useShortcuts(map);
}
