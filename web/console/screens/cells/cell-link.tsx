import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { screenUrl } from '../../client/cells.ts';
import { stringifySearch } from '../../client/search-state.ts';
import { useSession } from '../../client/session.ts';

/** A link to a screen of a cell, which may be this one. */
export function CellLink({
  cell: { cell, url },
  to,
  search = {},
  children,
}: {
  cell: { cell: number; url: string };
  /** With its scope: `/platform/health`. */
  to: string;
  search?: Readonly<Record<string, string>>;
  children: ReactNode;
}): ReactElement {
  const own = useSession().cells?.own;
  if (own === undefined || cell === own) {
    return (
      <Link to={to as never} search={search as never}>
        {children}
      </Link>
    );
  }
  return <a href={screenUrl(url, own, `${to}${stringifySearch(search)}`)}>{children}</a>;
}
