import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { screenUrl } from '../../client/cells.ts';
import { useScope } from '../../client/scope.ts';
import { stringifySearch } from '../../client/search-state.ts';
import { useSession } from '../../client/session.ts';

/** A link to a screen of a cell, which may be this one. */
export function CellLink({
  cell: { cell, url },
  to,
  search: wanted,
  children,
}: {
  cell: { cell: number; url: string };
  /** With its scope: `/platform/health`. */
  to: string;
  /** The mode of this screen unless it names one. */
  search?: Readonly<Record<string, string>>;
  children: ReactNode;
}): ReactElement {
  const own = useSession().cells?.own;
  const { mode } = useScope();
  const search = { mode, ...wanted };
  if (own === undefined || cell === own) {
    return (
      <Link to={to as never} search={search as never}>
        {children}
      </Link>
    );
  }
  return <a href={screenUrl(url, own, `${to}${stringifySearch(search)}`)}>{children}</a>;
}
