import { useQueries } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { type ReactElement, useEffect, useState } from 'react';
import type { CellsFound } from '../../../../src/surfaces/console/cells/cells-contract.ts';
import { post } from '../../client/api.ts';
import type { Cell } from '../../client/cells.ts';
import { useCellsSearch } from '../../client/cells-search.ts';
import { standingOf } from '../../client/standing.ts';
import { Icon } from '../../kit/icon.tsx';
import type { CellAnswer } from './cell-answer.ts';
import { CellsResults } from './cells-results.tsx';
import { useCellsWords } from './cells-words.ts';
import { planSearch } from './plan-search.ts';

/** Asks all cells at once; each answers only what the person may see there. */
export function CellsSearch({ cells }: { cells: readonly Cell[] }): ReactElement {
  const say = useCellsWords();
  const [wanted, search] = useCellsSearch();
  const [typed, setTyped] = useState(wanted);
  // The search box of the header may have been used meanwhile.
  useEffect(() => setTyped(wanted), [wanted]);
  const { answers, repeat } = useAnswers(cells, wanted);
  const submit = () => {
    // The same text again asks again: a cell may have come back.
    if (typed.trim() === wanted) repeat();
    else search(typed.trim());
  };
  return (
    <section className="card" aria-label={say('search')}>
      <header className="card-head">
        <h2>{say('search')}</h2>
      </header>
      <form
        className="cells-search"
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Input
          aria-label={say('searchFor')}
          placeholder={say('searchFor')}
          prefix={<Icon name="search" size={14} />}
          allowClear
          maxLength={64}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button htmlType="submit" type="primary" disabled={typed.trim() === ''}>
          {say('searchVerb')}
        </Button>
      </form>
      {wanted === '' ? (
        <p className="cells-hint soft">{say('searchHint')}</p>
      ) : (
        <CellsResults answers={answers} />
      )}
    </section>
  );
}

function useAnswers(
  cells: readonly Cell[],
  wanted: string,
): { answers: CellAnswer[]; repeat(): void } {
  const { text, cell: only } = planSearch(wanted);
  const asked = cells.filter(({ cell }) => only === undefined || cell === only);
  const queries = useQueries({
    queries: asked.map(({ cell, isIsolated }) => ({
      queryKey: ['platform', 'cells', 'find', cell, text],
      queryFn: () => post<CellsFound>('platform/cells/find', { text }, { cell }),
      enabled: wanted !== '' && !isIsolated,
      retry: false,
      refetchOnWindowFocus: false,
      // Search terms can be personal data, so results are not cached.
      gcTime: 0,
    })),
  });
  return {
    answers: asked.map((cell, at) => {
      const query = queries[at];
      const isAsked = query !== undefined && !cell.isIsolated;
      return {
        cell,
        standing: isAsked ? standingOf(query) : 'isolated',
        error: query?.error,
        found: query?.error ? undefined : query?.data,
      };
    }),
    repeat: () => {
      for (const { refetch } of queries) void refetch();
    },
  };
}
