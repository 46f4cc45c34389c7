import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type {
  TaskBegun,
  TaskRow,
  TasksPage,
} from '../../../src/surfaces/console/tasks/tasks-contract.ts';
import { useApi } from './use-api.ts';

/** The tasks that were begun in this tab and are still shown at its foot, and why the last one could not begin. */
interface Begun {
  ids: readonly string[];
  problem: unknown;
}

let begun: Begun = { ids: [], problem: undefined };
const listeners = new Set<() => void>();

function put(next: Begun): void {
  begun = next;
  for (const listener of listeners) listener();
}

export function useBegunTasks(): Begun {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => begun,
  );
}

/** Takes a task, or the problem, off the foot of the page; the task goes on. */
export function dropBegun(taskId?: string): void {
  put({ ids: begun.ids.filter((id) => id !== taskId), problem: undefined });
}

const runningMs = 1_000;

/** The tasks of the scope. While one runs, they are read again and again, because no other screen has their stream. */
export function useTasks(takeSeen?: () => string | undefined): UseQueryResult<TasksPage> {
  const api = useApi();
  return useQuery({
    queryKey: [api.scope, api.mode, 'tasks'],
    queryFn: ({ signal }) => api.get<TasksPage>('tasks/list', { seen: takeSeen?.() }, signal),
    refetchInterval: ({ state }) => (state.data && state.data.open > 0 ? runningMs : false),
  });
}

export function isRunning({ state }: Pick<TaskRow, 'state'>): boolean {
  return state === 'waiting' || state === 'running';
}

type Begin<Result> = (kind: string, params: object) => Promise<Result>;

/** Begins a task, and shows it at the foot of the page; a dialog shows why it could not begin. */
export function useBeginInDialog(): Begin<void> {
  const api = useApi();
  const queries = useQueryClient();
  return async (kind, params) => {
    const { taskId } = await api.post<TaskBegun>('tasks/begin', { kind, params });
    put({ ids: [...begun.ids, taskId], problem: undefined });
    await queries.invalidateQueries({ queryKey: [api.scope, api.mode, 'tasks'] });
  };
}

/** The same for a button: the foot of the page shows why a task could not begin. */
export function useBeginTask(): Begin<void> {
  const begin = useBeginInDialog();
  return (kind, params) =>
    begin(kind, params).catch((problem: unknown) => put({ ...begun, problem }));
}

export function useCancelTask(): (taskId: string) => Promise<void> {
  const api = useApi();
  const queries = useQueryClient();
  return async (taskId) => {
    await api.post('tasks/cancel', { taskId });
    await queries.invalidateQueries({ queryKey: [api.scope, api.mode, 'tasks'] });
  };
}
