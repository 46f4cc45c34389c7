import type { ReactElement } from 'react';
import { useLanguage } from '../../client/words.ts';
import { Status } from '../../kit/status.tsx';
import type { StatusTone } from '../../kit/status-tone.ts';
import { CellLink } from './cell-link.tsx';
import { useCellsWords } from './cells-words.ts';
import type { CellRow } from './use-cell-rows.ts';

interface Task {
  name: string;
  tone: StatusTone;
  to: string;
  text: string;
}

/** The failed checks and open tasks of a cell, each a link to the screen that shows it there. */
export function CellTasks({ row }: { row: CellRow }): ReactElement | null {
  const say = useCellsWords();
  const tasks = useTasks(row);
  if (!row.state) return null;
  if (tasks.length === 0) return <span className="soft">{say('noTasks')}</span>;
  return (
    <ul className="cells-tasks">
      {tasks.map(({ name, tone, to, text }) => (
        <li key={name}>
          <Status tone={tone} />
          <CellLink cell={row} to={`/platform/${to}`}>
            {text}
          </CellLink>
        </li>
      ))}
    </ul>
  );
}

function useTasks({ state }: CellRow): Task[] {
  const say = useCellsWords();
  const language = useLanguage();
  if (!state) return [];
  const { review, wallets, endpoints, providers } = state.needs;
  const checks = state.problems.map(
    ({ check, title }): Task => ({
      ...{
        name: check,
        tone: 'bad',
        to: 'health',
        text: say('checkFailed', { title: title[language] }),
      },
    }),
  );
  const needs: (Task | false)[] = [
    providers > 0 && {
      ...{ name: 'providers', tone: 'bad', to: 'providers' },
      text: say('providers', { count: providers }),
    },
    endpoints > 0 && {
      ...{ name: 'endpoints', tone: 'bad', to: 'webhooks' },
      text: say('endpoints', { count: endpoints, some: someOf(endpoints) }),
    },
    review > 0 && {
      ...{ name: 'review', tone: 'unknown', to: 'review' },
      text: say('review', { count: review }),
    },
    wallets > 0 && {
      ...{ name: 'wallets', tone: 'unknown', to: 'wallet' },
      text: say('wallets', { count: wallets, some: someOf(wallets) }),
    },
  ];
  return [...checks, ...needs.filter((need) => need !== false)];
}

/** The overview of a cell lists at most five, so five may be more. */
function someOf(count: number): string {
  return count >= 5 ? '5+' : String(count);
}
