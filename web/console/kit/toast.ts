import type { NotificationInstance } from 'antd/es/notification/interface';
import { createElement, type ReactNode } from 'react';
import { ApiProblem } from '../client/api-problem.ts';
import { UndoButton } from './undo-button.tsx';

let instance: NotificationInstance | undefined;

export function setToaster(one: NotificationInstance): void {
  instance = one;
}

const shown = { placement: 'bottomRight', pauseOnHover: true } as const;

/** Confirms a change that is not visible on the screen. */
export function toast(title: ReactNode, text?: ReactNode): void {
  instance?.success({ ...shown, title, description: text, duration: 6 });
}

/** Says that a change failed, where no dialog or panel of its own can. */
export function toastProblem(error: unknown): void {
  const problem = error instanceof ApiProblem ? error : undefined;
  const details = problem?.details.map(({ problem }) => problem).join(' ');
  instance?.error({
    ...{ ...shown, title: problem?.message || String(error), description: details, duration: 10 },
  });
}

const undoSeconds = 10;

/** Confirms a change that can be undone for a while. Only the newest one can. */
export function toastWithUndo(title: ReactNode, undo: () => Promise<unknown>): void {
  const key = 'undo';
  const act = () => {
    instance?.destroy(key);
    undo().catch(toastProblem);
  };
  instance?.success({
    ...{ ...shown, key, title, duration: undoSeconds },
    actions: createElement(UndoButton, { onUndo: act }),
  });
}
