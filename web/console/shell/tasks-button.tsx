import type { ReactElement } from 'react';
import { useGo } from '../client/scope.ts';
import { useTasks } from '../client/tasks.ts';
import { Icon } from '../kit/icon.tsx';
import { useShellWords } from './shell-words.ts';

/** Opens the tasks, and says how many run. */
export function TasksButton(): ReactElement {
  const say = useShellWords();
  const go = useGo();
  const open = useTasks().data?.open ?? 0;
  return (
    <button
      type="button"
      className="header-button tasks-button"
      aria-label={open > 0 ? say('tasksRunning', { count: open }) : say('tasks')}
      onClick={() => go('tasks')}
    >
      <Icon name="clock" size={17} />
      {open > 0 && <span className="tasks-count">{open}</span>}
    </button>
  );
}
