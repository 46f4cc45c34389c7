import './cells.css';
import { Radio } from 'antd';
import type { ReactElement } from 'react';
import { useCells } from '../../client/cells.ts';
import { choice, useSearchState } from '../../client/search-state.ts';
import { useSession } from '../../client/session.ts';
import { PageHead } from '../../kit/page-head.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { CardSkeleton } from '../../kit/skeletons.tsx';
import { UpdatedAgo } from '../../kit/updated-ago.tsx';
import { CellSelect } from '../../shell/cell-select.tsx';
import { spans } from '../overview/overview-spans.ts';
import { useOverviewWords } from '../overview/overview-words.ts';
import { CellsSearch } from './cells-search.tsx';
import { CellsTable } from './cells-table.tsx';
import { CellsTotals } from './cells-totals.tsx';
import { useCellsWords } from './cells-words.ts';
import { useCellRows } from './use-cell-rows.ts';

const fields = { span: choice(spans, 'today') };

/** All cells at a glance. It only reads; changes are made in the console of a cell. */
export default function CellsScreen(): ReactElement {
  const say = useCellsWords();
  const sayOverview = useOverviewWords();
  const hasCells = !!useSession().cells;
  const { own, cells, error, refetch } = useCells();
  const [{ span }, set] = useSearchState(fields);
  const { rows, updatedAt } = useCellRows(cells, own, span);
  return (
    <>
      <PageHead
        title={say('title')}
        actions={
          hasCells && (
            <>
              <UpdatedAgo at={updatedAt} />
              <Radio.Group
                optionType="button"
                aria-label={sayOverview('span')}
                value={span}
                onChange={(event) => set({ span: event.target.value })}
                options={spans.map((value) => ({ value, label: sayOverview(`span_${value}`) }))}
              />
            </>
          )
        }
      />
      <ProblemBar error={error} onRetry={() => void refetch()} />
      {!hasCells && (
        <section className="card table-empty cells-only">
          <p>{say('only')}</p>
          <p className="soft">{say('onlyText')}</p>
        </section>
      )}
      {hasCells && cells.length === 0 && !error && <CardSkeleton height={320} />}
      {cells.length > 0 && (
        <div className="stack">
          <CellsTotals rows={rows} />
          <CellsTable rows={rows} />
          <p className="cells-note">
            <span>{say('readOnly')}</span>
            <CellSelect />
          </p>
          <CellsSearch cells={cells} />
        </div>
      )}
    </>
  );
}
