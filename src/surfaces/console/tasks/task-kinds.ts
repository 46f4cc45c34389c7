import { auditExport } from './export-audit.ts';
import { callsExport } from './export-calls.ts';
import { statementsExport } from './export-statements.ts';
import { eventsReplay, failedResend } from './send-events.ts';
import type { TaskKind } from './task-kind.ts';
import { whatIfMonth } from './what-if-month.ts';

/** The one table of what can run as a task. */
export const taskKinds: readonly TaskKind[] = [
  callsExport,
  auditExport,
  statementsExport,
  eventsReplay,
  failedResend,
  whatIfMonth,
];

export function findKind(kind: string): TaskKind | undefined {
  return taskKinds.find((one) => one.kind === kind);
}
