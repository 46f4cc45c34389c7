import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { post } from '../client/api.ts';
import { basePath } from '../client/base-path.ts';
import { useGo } from '../client/scope.ts';
import { sessionQuery, useSession } from '../client/session.ts';
import { forgetTestKey } from '../client/test-key.ts';
import { chooseLanguage, useLanguage } from '../client/words.ts';
import { DropdownMenu } from '../kit/dropdown-menu.tsx';
import { Icon } from '../kit/icon.tsx';
import { useIsPhone } from '../kit/use-is-phone.ts';
import { chooseTheme, useThemeChoice } from '../theme/use-theme.ts';
import { saveLanguage } from './save-language.ts';
import { useShellWords } from './shell-words.ts';
import { keyOf, useCellItems } from './use-cell-items.tsx';
import { useThemeItems } from './use-theme-items.tsx';

export function PersonMenu({ onShortcuts }: { onShortcuts(): void }): ReactElement {
  const say = useShellWords();
  const { person, version } = useSession();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const go = useGo();
  const isPhone = useIsPhone();
  const themes = useThemeItems();
  const chosen = useThemeChoice();
  const cells = useCellItems();
  const language = useLanguage();
  const other = language === 'zh' ? 'en' : 'zh';
  const name = person?.name ?? '';
  const signOut = async () => {
    await post('session/sign-out');
    // The next person to sign in must not see this person's data.
    queries.clear();
    forgetTestKey();
    await queries.fetchQuery(sessionQuery);
    await navigate({ to: '/sign-in' });
  };
  const actions: Readonly<Record<string, () => void>> = {
    security: () => go('security'),
    docs: () => window.location.assign(`${basePath}/docs/${language}`),
    keys: onShortcuts,
    out: () => void signOut(),
    language: () => {
      void chooseLanguage(other);
      saveLanguage(other);
    },
    ...Object.fromEntries(themes.map(({ key }) => [key, () => chooseTheme(key)])),
  };
  return (
    <DropdownMenu
      placement="bottomRight"
      menu={{
        items: [
          {
            key: 'person',
            type: 'group',
            label: (
              <span className="person-name">
                <strong>{name}</strong>
                {person?.email}
              </span>
            ),
          },
          { key: 'security', label: say('security'), icon: <Icon name="shield" /> },
          { key: 'docs', label: say('docs'), icon: <Icon name="book" /> },
          { key: 'keys', label: say('keyboard'), icon: <Icon name="device" />, extra: '?' },
          ...(isPhone
            ? [
                { type: 'divider' as const },
                { key: 'language', label: say('languageLabel'), icon: <Icon name="language" /> },
                ...themes,
                ...(cells.items.length > 0 ? [{ type: 'divider' as const }, ...cells.items] : []),
              ]
            : []),
          { type: 'divider' },
          { key: 'out', label: say('signOut'), icon: <Icon name="out" /> },
          { key: 'version', type: 'group', label: say('version', { version }) },
        ],
        selectedKeys: isPhone ? [chosen, ...(cells.own ? [keyOf(cells.own)] : [])] : [],
        onClick: ({ key }) => (actions[key] ?? (() => cells.choose(key)))(),
      }}
    >
      <button type="button" className="person-button" aria-label={say('person', { name })}>
        {initialOf(name)}
      </button>
    </DropdownMenu>
  );
}

/** The first character, which in Chinese is the family name. */
export function initialOf(name: string): string {
  const [first = ''] = [...new Intl.Segmenter().segment(name.trim())];
  return (typeof first === 'string' ? first : first.segment).toUpperCase();
}
