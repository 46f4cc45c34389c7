import './tasks.css';
import { useMutation } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { TaskRow } from '../../../../src/surfaces/console/tasks/tasks-contract.ts';
import { useGo, useScope } from '../../client/scope.ts';
import { isRunning, useCancelTask, useTasks } from '../../client/tasks.ts';
import { useApi } from '../../client/use-api.ts';
import { useChanges } from '../../client/use-changes.ts';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { EmptyList } from '../../kit/empty-list.tsx';
import { noNumber } from '../../kit/number-text.ts';
import { PageHead } from '../../kit/page-head.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { RowsSkeleton } from '../../kit/skeletons.tsx';
import { TaskProgress, TaskState, useTaskName } from '../../kit/task-state.tsx';
import { Time } from '../../kit/time.tsx';
import { sizeText } from './size-text.ts';
import { useTasksWords } from './tasks-words.ts';

/** Long work that goes on while other screens are shown, and its files. */
export default function TasksScreen(): ReactElement {
  const say = useTasksWords();
  const go = useGo();
  const { area } = useScope();
  const nameOf = useTaskName();
  const changes = useChanges('tasks', 'tasks/changes');
  const page = useTasks(changes.takeSeen);
  const cancel = useMutation({ mutationFn: useCancelTask() });
  const columns = useColumns((taskId) => cancel.mutate(taskId));
  return (
    <>
      <PageHead
        title={say('title')}
        aside={page.data && say('aside', { count: page.data.keptDays })}
      />
      <section className="card">
        <ProblemBar error={cancel.error ?? page.error} onRetry={() => void page.refetch()} />
        {page.isPending && <RowsSkeleton rows={6} />}
        {page.data && (
          <DataTable
            label={say('table')}
            rowHeight={38}
            rows={page.data.tasks}
            rowKey={({ taskId }) => taskId}
            columns={columns}
            empty={
              <EmptyList
                sentence={say(`none_${area}`)}
                verb={say('exportCalls')}
                onAdd={() => go('calls')}
              />
            }
            phone={(task) => ({
              status: <TaskState task={task} isShort />,
              title: nameOf(task),
              rest: task.state === 'failed' ? task.fileName : <TaskProgress task={task} />,
              time: <Time at={task.createdAt} />,
              actions:
                task.state === 'failed' ? (
                  <TaskProgress task={task} />
                ) : (
                  <Actions task={task} onCancel={(taskId) => cancel.mutate(taskId)} />
                ),
            })}
          />
        )}
      </section>
    </>
  );
}

function useColumns(onCancel: (taskId: string) => void): Column<TaskRow>[] {
  const say = useTasksWords();
  const nameOf = useTaskName();
  return [
    {
      name: 'started',
      title: say('started'),
      cell: ({ createdAt }) => <Time at={createdAt} />,
      width: 130,
    },
    {
      name: 'task',
      title: say('task'),
      cell: (task) => (
        <>
          {nameOf(task)} <span className="soft">{task.fileName}</span>
        </>
      ),
    },
    { name: 'state', title: say('state'), cell: (task) => <TaskState task={task} /> },
    {
      name: 'progress',
      title: say('progress'),
      cell: (task) => (
        <span className="task-progress">
          {isRunning(task) && task.total !== null && task.total > 0 && (
            <progress
              max={task.total}
              value={Math.min(task.done, task.total)}
              aria-label={nameOf(task)}
            />
          )}
          {/* The status says the same of these. */}
          {task.state !== 'waiting' && task.state !== 'cancelled' && (
            <span className="soft">
              <TaskProgress task={task} />
            </span>
          )}
        </span>
      ),
    },
    {
      name: 'size',
      title: say('size'),
      isNumber: true,
      cell: ({ bytes, state }) => (state === 'done' && bytes > 0 ? sizeText(bytes) : noNumber),
    },
    { name: 'by', title: say('by'), cell: ({ by }) => by },
    {
      name: 'actions',
      title: say('actions'),
      cell: (task) => <Actions task={task} onCancel={onCancel} />,
    },
  ];
}

function Actions({
  task,
  onCancel,
}: {
  task: TaskRow;
  onCancel(taskId: string): void;
}): ReactElement | null {
  const say = useTasksWords();
  const nameOf = useTaskName();
  const api = useApi();
  const { taskId, state, fileName } = task;
  if (isRunning(task)) {
    const label = `${say('cancel')}: ${nameOf(task)}`;
    return (
      <button type="button" className="link" aria-label={label} onClick={() => onCancel(taskId)}>
        {say('cancel')}
      </button>
    );
  }
  if (state !== 'done' || fileName === null) return null;
  return (
    <a
      href={api.href('tasks/file', { taskId })}
      download
      aria-label={`${say('download')}: ${fileName}`}
    >
      {say('download')}
    </a>
  );
}
