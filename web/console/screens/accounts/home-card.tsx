import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { useGo } from '../../client/scope.ts';
import { EmptyList } from '../../kit/empty-list.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { RowsSkeleton } from '../../kit/skeletons.tsx';

/** A few rows of another screen, and the way there. */
export function HomeCard({
  title,
  screen,
  all,
  none,
  first,
  query,
  rows,
  most = 5,
}: {
  title: string;
  screen: string;
  /** The words of the link to the screen. */
  all: string;
  /** What is said where there is no row. */
  none: string;
  /** The button below it that adds the first row; without it the person may not. */
  first?: { verb: string; onAdd: (() => void) | undefined };
  query: Pick<UseQueryResult, 'error' | 'isPending' | 'isSuccess' | 'refetch'>;
  rows: readonly { key: string; name: ReactNode; aside: ReactNode }[];
  /** How many rows are shown. */
  most?: number;
}): ReactElement {
  const go = useGo();
  const { error, isPending, isSuccess, refetch } = query;
  return (
    <section className="card" aria-label={title}>
      <header className="card-head">
        <h2>{title}</h2>
        <button type="button" className="link" onClick={() => go(screen)}>
          {all}
        </button>
      </header>
      <ProblemBar error={error} onRetry={() => void refetch()} />
      {isPending && <RowsSkeleton rows={2} height={36} />}
      {isSuccess && rows.length === 0 && (
        <div className="home-none soft">
          <EmptyList sentence={none} verb={first?.verb ?? ''} onAdd={first?.onAdd} />
        </div>
      )}
      <ul className="home-rows">
        {rows.slice(0, most).map(({ key, name, aside }) => (
          <li key={key}>
            <span>{name}</span>
            <span className="home-aside">{aside}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
