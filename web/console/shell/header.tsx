import { Dropdown } from 'antd';
import type { ReactElement } from 'react';
import { post } from '../parts/api.ts';
import { Icon } from '../parts/icon.tsx';
import { usePlace } from '../parts/place.ts';
import { chooseLanguage, type Language, useLanguage } from '../parts/words.ts';
import { chooseTheme, useTheme, useThemeChoice } from '../theme/use-theme.ts';
import { HeaderSearch } from './header-search.tsx';
import { ModeSwitch } from './mode-switch.tsx';
import { PersonMenu } from './person-menu.tsx';
import { ScopeSelect } from './scope-select.tsx';
import { useShellWords } from './shell-words.ts';

export function Header({ onKeys }: { onKeys(): void }): ReactElement {
  const { door } = usePlace();
  return (
    <header className="header">
      {door === 'operator' && <ScopeSelect />}
      <HeaderSearch />
      <div className="header-end">
        <ModeSwitch />
        <LanguageButton onChoose={(language) => void keepLanguage(language)} />
        <ThemeMenu />
        <PersonMenu onKeys={onKeys} />
      </div>
    </header>
  );
}

/** Letters to the person are in the language they read here; if it cannot be kept now, the next choice is. */
async function keepLanguage(language: Language): Promise<void> {
  await post('session/profile', { language }).catch(() => {});
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
      {language === 'zh' ? 'En' : '中'}
    </button>
  );
}

function ThemeMenu(): ReactElement {
  const say = useShellWords();
  const theme = useTheme();
  const chosen = useThemeChoice();
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        selectable: true,
        selectedKeys: [chosen],
        items: [
          { key: 'light', label: say('themeLight'), icon: <Icon name="sun" /> },
          { key: 'dark', label: say('themeDark'), icon: <Icon name="moon" /> },
          { key: 'system', label: say('themeSystem'), icon: <Icon name="screen" /> },
        ],
        onClick: ({ key }) => chooseTheme(key as typeof chosen),
      }}
    >
      <button type="button" className="header-button" aria-label={say('theme')}>
        <Icon name={theme === 'dark' ? 'moon' : 'sun'} size={17} />
      </button>
    </Dropdown>
  );
}
