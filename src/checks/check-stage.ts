import { checkStatus } from '../contract/face.ts';
import type { Device } from '../providers/provider.ts';
import type { LinkedCheck } from './queries.ts';

/** What the person's page shows. */
export type Stage =
  /** A desktop: the QR code, and what the phone is doing. */
  | 'handover'
  | 'consent'
  /** Consent is given, and nothing was started yet. */
  | 'ready'
  /** A session is open: the person is at the provider, or has come back before its answer. */
  | 'waiting'
  /** The sessions so far have expired; another can be started. */
  | 'retry'
  /** The provider did not start a session. */
  | 'down'
  | 'passed'
  | 'failed'
  | 'expired'
  | 'cancelled';

const endStages = {
  [checkStatus.passed]: 'passed',
  [checkStatus.failed]: 'failed',
  [checkStatus.expired]: 'expired',
  [checkStatus.cancelled]: 'cancelled',
} as const;

/** How a browser looks at the check: what it is, and whether it goes on by itself. */
export interface Viewer {
  device: Device;
  /** The person wants to do the check on this desktop after all. */
  goesOnHere: boolean;
}

export function stageOf(
  check: LinkedCheck,
  { device, goesOnHere }: Viewer,
  needsConsent: boolean,
): Stage {
  if (check.status !== checkStatus.pending) return endStages[check.status];
  if (check.isOver) return 'expired';
  if (device === 'desktop' && !goesOnHere) return 'handover';
  if (needsConsent) return 'consent';
  if (check.hasOpenSession) return 'waiting';
  return check.sessionsStarted > 0 ? 'retry' : 'ready';
}

export function isEnd(stage: Stage): boolean {
  return Object.values(endStages).some((end) => end === stage);
}
