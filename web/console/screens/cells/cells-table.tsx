import type { ReactElement } from 'react';
import { hostOf, switchUrl } from '../../client/cells.ts';
import { useSession } from '../../client/session.ts';
import { CellStanding } from '../../kit/cell-standing.tsx';
import { DataTable } from '../../kit/data-table.tsx';
import { useKitWords } from '../../kit/kit-words.ts';
import { Money } from '../../kit/money.tsx';
import { noNumber, numberText, percentText } from '../../kit/number-text.ts';
import { completedShare } from '../overview/completed-share.ts';
import { marginShare } from '../overview/margin-share.ts';
import { useOverviewWords } from '../overview/overview-words.ts';
import { CellLink } from './cell-link.tsx';
import { CellTasks } from './cell-tasks.tsx';
import { useCellsWords } from './cells-words.ts';
import type { CellRow } from './use-cell-rows.ts';

export function CellsTable({ rows }: { rows: readonly CellRow[] }): ReactElement {
  const say = useCellsWords();
  const sayOverview = useOverviewWords();
  const sumsOf = (row: CellRow) => ({
    amount: <Revenue row={row} />,
    rest: `${sayOverview('calls')} ${callsOf(row)} · ${sayOverview('completed')} ${completedOf(row)}`,
    time: `${sayOverview('margin')} ${marginOf(row)}`,
  });
  return (
    <section className="card">
      <DataTable
        label={say('title')}
        rows={rows}
        rowKey={({ cell }) => String(cell)}
        rowHeight={38}
        phone={(row) => ({
          title: <CellName row={row} />,
          ...(row.sums ? sumsOf(row) : { rest: <Standing row={row} /> }),
          actions: row.state && (
            <div className="cells-phone">
              <span>
                {row.sums && <CellStanding standing={row.standing} />}{' '}
                <span className="soft">{row.state.version}</span>
              </span>
              <CellTasks row={row} />
            </div>
          ),
        })}
        columns={[
          { name: 'cell', title: say('cell'), cell: (row) => <CellName row={row} /> },
          { name: 'state', title: say('state'), cell: (row) => <Standing row={row} /> },
          {
            name: 'version',
            title: say('version'),
            cell: ({ state }) => state?.version ?? noNumber,
          },
          {
            name: 'tasks',
            title: sayOverview('needsYou'),
            width: '28%',
            cell: (row) => <CellTasks row={row} />,
          },
          { name: 'calls', title: sayOverview('calls'), isNumber: true, cell: callsOf },
          {
            name: 'completed',
            title: sayOverview('completed'),
            isNumber: true,
            cell: completedOf,
          },
          {
            name: 'revenue',
            title: sayOverview('revenue'),
            isNumber: true,
            cell: (row) => <Revenue row={row} />,
          },
          { name: 'margin', title: sayOverview('margin'), isNumber: true, cell: marginOf },
        ]}
      />
    </section>
  );
}

const callsOf = ({ sums }: CellRow) => (sums ? numberText(sums.calls) : noNumber);

function completedOf({ sums }: CellRow): string {
  const share = sums && completedShare(sums);
  return share === undefined ? noNumber : percentText(share);
}

function marginOf({ sums }: CellRow): string {
  const share = sums && marginShare(sums.margin, sums.spend, sums.uncostedSpend);
  return share === undefined ? noNumber : percentText(share, 1);
}

function Revenue({ row: { state, sums } }: { row: CellRow }): ReactElement {
  return <Money amount={sums?.spend} {...(state ? { currency: state.currency } : {})} />;
}

/** The number, and the host of the console, which opens there. */
function CellName({ row }: { row: CellRow }): ReactElement {
  const say = useCellsWords();
  const sayKit = useKitWords();
  const { cell, url, isOwn, standing } = row;
  const name = sayKit('cell', { cell });
  return (
    <span className="cells-name">
      {/* An isolated cell takes no sign-in from here. */}
      {standing === 'isolated' ? (
        <a href={`${url}/console`}>{name}</a>
      ) : (
        <CellLink cell={row} to="/platform/overview">
          {name}
        </CellLink>
      )}
      {isOwn && <span className="cells-own">{say('own')}</span>}
      <span className="faint" title={url}>
        {hostOf(url)}
      </span>
    </span>
  );
}

/** Whether the cell answers; where nobody is connected, how to. */
function Standing({ row: { url, standing } }: { row: CellRow }): ReactElement {
  const say = useCellsWords();
  const own = useSession().cells?.own;
  return (
    <span className="cells-standing">
      <CellStanding standing={standing} />
      {standing === 'unconnected' && own !== undefined && (
        <a href={switchUrl(url, own)}>{say('connect')}</a>
      )}
    </span>
  );
}
