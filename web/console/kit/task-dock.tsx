import './task-dock.css';
import type { ReactElement } from 'react';
import type { TaskRow } from '../../../src/surfaces/console/tasks/tasks-contract.ts';
import { useGo } from '../client/scope.ts';
import { dropBegun, isRunning, useBegunTasks, useTasks } from '../client/tasks.ts';
import { useApi } from '../client/use-api.ts';
import { Icon } from './icon.tsx';
import { useKitWords } from './kit-words.ts';
import { ProblemBar } from './problem-bar.tsx';
import { TaskProgress, TaskState, useTaskName } from './task-state.tsx';

/** The tasks that were begun in this tab, at the foot of every screen. */
export function TaskDock(): ReactElement | null {
  const say = useKitWords();
  const go = useGo();
  const { ids, problem } = useBegunTasks();
  const { data } = useTasks();
  const shown = data?.tasks.filter(({ taskId }) => ids.includes(taskId)) ?? [];
  if (shown.length === 0 && problem === undefined) return null;
  return (
    <aside className="task-dock" aria-label={say('tasks')}>
      {problem !== undefined && (
        <div className="task-problem">
          <ProblemBar error={problem} />
          <button type="button" className="link" onClick={() => dropBegun()}>
            {say('close')}
          </button>
        </div>
      )}
      {shown.map((task) => (
        <TaskLine key={task.taskId} task={task} />
      ))}
      {shown.length > 0 && (
        <p className="task-note">
          {say(shown.some(isRunning) ? 'tasksGoOn' : 'tasksKept')}{' '}
          <button type="button" className="link" onClick={() => go('tasks')}>
            {say('tasks')}
          </button>
        </p>
      )}
    </aside>
  );
}

function TaskLine({ task }: { task: TaskRow }): ReactElement {
  const say = useKitWords();
  const api = useApi();
  const nameOf = useTaskName();
  const { taskId, state, fileName } = task;
  const name = fileName ?? nameOf(task);
  return (
    <div className="task-line" role="status">
      <TaskState task={task} isShort />
      <span className="task-name">
        {state === 'done' && fileName !== null ? (
          <a href={api.href('tasks/file', { taskId })} download>
            {name}
          </a>
        ) : (
          name
        )}
      </span>
      <span className="soft number">
        <TaskProgress task={task} />
      </span>
      <button
        type="button"
        className="link"
        aria-label={`${say('close')} ${name}`}
        onClick={() => dropBegun(taskId)}
      >
        <Icon name="close" size={14} />
      </button>
      <TaskBar task={task} />
    </div>
  );
}

function TaskBar({ task }: { task: TaskRow }): ReactElement | null {
  const { done, total } = task;
  if (!isRunning(task) || !total) return null;
  return <progress max={total} value={Math.min(done, total)} aria-label={task.fileName ?? ''} />;
}
