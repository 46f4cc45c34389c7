import './cells.css';
import { useQuery } from '@tanstack/react-query';
import { Radio } from 'antd';
import type { ReactElement } from 'react';
import type { CellState } from '../../../../src/surfaces/console/cells/cells-contract.ts';
import { basePath } from '../../client/base-path.ts';
import { hostOf, useCells } from '../../client/cells.ts';
import { useGo } from '../../client/scope.ts';
import { choice, useSearchState } from '../../client/search-state.ts';
import { useSession } from '../../client/session.ts';
import { useApi } from '../../client/use-api.ts';
import { useMay } from '../../client/use-may.ts';
import { useLanguage } from '../../client/words.ts';
import { Facts } from '../../kit/facts.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { CardSkeleton } from '../../kit/skeletons.tsx';
import { Status } from '../../kit/status.tsx';
import { UpdatedAgo } from '../../kit/updated-ago.tsx';
import { CellSelect } from '../../shell/cell-select.tsx';
import { useHealthWords } from '../health/health-words.ts';
import { useHealth } from '../health/use-health.ts';
import { useHealthSum } from '../health/use-health-sum.ts';
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
      {!hasCells && <OnlyCell />}
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

/** A platform of one cell: what it is, and when another one helps. */
function OnlyCell(): ReactElement {
  const say = useCellsWords();
  const sayHealth = useHealthWords();
  const language = useLanguage();
  const api = useApi();
  const go = useGo();
  const { data, error, refetch } = useQuery({
    queryKey: [api.scope, api.mode, 'cells', 'state'],
    queryFn: ({ signal }) => api.get<CellState>('cells/state', {}, signal),
  });
  const may = useMay();
  const health = useHealth({ isEnabled: may('health.read'), staleMs: 300_000 });
  const { sum, tone } = useHealthSum(health.data?.checks ?? []);
  return (
    <section className="card">
      <header className="card-head">
        <h2>{say('only')}</h2>
      </header>
      <ProblemBar error={error} onRetry={() => void refetch()} />
      {data && (
        <Facts
          className="facts-wide cells-only"
          facts={[
            [say('address'), hostOf(location.origin)],
            [say('version'), data.version],
            [say('currency'), data.currency],
            [
              sayHealth('title'),
              health.data && (
                <span key="health">
                  <Status tone={tone} word={sum} />{' '}
                  <button type="button" className="link" onClick={() => go('health')}>
                    {sayHealth('title')} ›
                  </button>
                </span>
              ),
            ],
          ]}
        />
      )}
      <p className="cells-hint soft">
        {say('onlyText')} <a href={`${basePath}/docs/${language}/growth`}>{say('guide')}</a>
      </p>
    </section>
  );
}
