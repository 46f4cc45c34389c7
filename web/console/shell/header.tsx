import type { ReactElement } from 'react';
import { useScope } from '../client/scope.ts';
import { chooseLanguage, type Language, useLanguage } from '../client/words.ts';
import { DropdownMenu } from '../kit/dropdown-menu.tsx';
import { Icon } from '../kit/icon.tsx';
import { useIsPhone } from '../kit/use-is-phone.ts';
import { chooseTheme, useTheme, useThemeChoice } from '../theme/use-theme.ts';
import { AreaHead } from './area-head.tsx';
import { CellSelect } from './cell-select.tsx';
import { HeaderSearch } from './header-search.tsx';
import { ModeSwitch } from './mode-switch.tsx';
import { PersonMenu } from './person-menu.tsx';
import { saveLanguage } from './save-language.ts';
import { ScopeSelect } from './scope-select.tsx';
import { useShellWords } from './shell-words.ts';
import { TasksButton } from './tasks-button.tsx';
import { useThemeItems } from './use-theme-items.tsx';

export function Header({
  hasModes,
  onShortcuts,
}: {
  /** Whether the screen is in live or test mode. */
  hasModes: boolean;
  onShortcuts(): void;
}): ReactElement {
  const { area } = useScope();
  const isPhone = useIsPhone();
  return (
    <header className="header">
      {area === 'operator' && <ScopeSelect />}
      {/* On a phone the sidebar, which says whose console it is, is hidden. */}
      {area === 'customer' && isPhone && <AreaHead />}
      <HeaderSearch />
      <div className="header-end">
        {hasModes && <ModeSwitch />}
        {/* On a phone these are in the person menu. */}
        {!isPhone && (
          <>
            <TasksButton />
            <CellSelect />
            <LanguageButton onChoose={saveLanguage} />
            <ThemeMenu />
          </>
        )}
        <PersonMenu onShortcuts={onShortcuts} />
      </div>
    </header>
  );
}

export function LanguageButton({
  onChoose,
}: {
  onChoose?: (language: Language) => void;
}): ReactElement {
  const say = useShellWords();
  const language = useLanguage();
  const other = language === 'zh' ? 'en' : 'zh';
  return (
    <button
      type="button"
      className="header-button"
      lang={other}
      aria-label={`${say('language')}, ${say('languageLabel')}`}
      onClick={() => {
        void chooseLanguage(other);
        onChoose?.(other);
      }}
    >
      {say('language')}
    </button>
  );
}

export function ThemeMenu(): ReactElement {
  const say = useShellWords();
  const theme = useTheme();
  const chosen = useThemeChoice();
  const items = useThemeItems();
  return (
    <DropdownMenu
      menu={{
        selectable: true,
        selectedKeys: [chosen],
        items: [...items],
        onClick: ({ key }) => chooseTheme(key as typeof chosen),
      }}
    >
      <button type="button" className="header-button" aria-label={say('theme')}>
        <Icon name={theme === 'dark' ? 'moon' : 'sun'} size={17} />
      </button>
    </DropdownMenu>
  );
}
