import type { ReactElement } from 'react';
import type { TaskRow } from '../../../src/surfaces/console/tasks/tasks-contract.ts';
import { useKitWords } from './kit-words.ts';
import { numberText } from './number-text.ts';
import { Status } from './status.tsx';
import type { StatusTone } from './status-tone.ts';

const tones: Readonly<Record<TaskRow['state'], StatusTone>> = {
  waiting: 'pending',
  running: 'pending',
  done: 'good',
  failed: 'bad',
  cancelled: 'off',
};

const kinds = [
  'calls_export',
  'audit_export',
  'statements_export',
  'events_replay',
  'failed_resend',
  'what_if',
] as const;

/** What a task does, in words. */
export function useTaskName(): (task: Pick<TaskRow, 'kind'>) => string {
  const say = useKitWords();
  return ({ kind }) => {
    const known = kinds.find((one) => one === kind);
    return known ? say(`task_${known}`) : kind;
  };
}

export function TaskState({
  task: { state },
  isShort = false,
}: {
  task: TaskRow;
  isShort?: boolean;
}): ReactElement {
  const say = useKitWords();
  return <Status tone={tones[state]} {...(isShort ? {} : { word: say(`taskState_${state}`) })} />;
}

/** How far a task is, or why it failed. */
export function TaskProgress({ task }: { task: TaskRow }): ReactElement {
  const say = useKitWords();
  const { kind, state, done, total, failure, fileName } = task;
  const counted = { count: done, done: numberText(done) };
  if (state === 'failed') {
    const why = failure === 'gave_up' || failure === 'nothing_there' ? failure : 'refused';
    return <>{say(`taskFailure_${why}`)}</>;
  }
  if (state === 'waiting') return <>{say('taskState_waiting')}</>;
  if (state === 'cancelled') return <>{say('taskState_cancelled')}</>;
  if (state === 'done' || total === null) {
    const unit = kind === 'what_if' ? 'taskDays' : fileName === null ? 'taskSent' : 'taskDone';
    return <>{say(unit, counted)}</>;
  }
  // A total may be a little too small, because it is counted by the hour.
  return <>{say('taskDoneOf', { ...counted, total: numberText(Math.max(done, total)) })}</>;
}
