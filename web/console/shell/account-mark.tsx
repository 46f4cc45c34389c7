import type { ReactElement } from 'react';
import type { Session } from '../client/session.ts';
import { useApi } from '../client/use-api.ts';
import { useTheme } from '../theme/use-theme.ts';
import { initialOf } from './person-menu.tsx';

/** An account's own logo, as on its page for people; without one, the first letter of its name. */
export function AccountMark({
  account: { name, hasLogo, hasDarkLogo },
}: {
  account: NonNullable<Session['accounts']>[number];
}): ReactElement {
  const api = useApi();
  const isDark = useTheme() === 'dark';
  if (!hasLogo) {
    return (
      <span className="account-monogram" aria-hidden="true">
        {initialOf(name)}
      </span>
    );
  }
  const scheme = isDark && hasDarkLogo ? 'dark' : 'light';
  return (
    <img
      className="account-logo"
      // A logo for light pages may be unreadable on a dark one.
      data-tile={(isDark && !hasDarkLogo) || undefined}
      src={api.href('accounts/logo', { scheme })}
      alt=""
    />
  );
}
