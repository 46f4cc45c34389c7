import { checkStatus } from '../../../foundation/contract/wire/face.ts';
import type { Device } from '../../../vendors/providers/provider.ts';
import type { LinkedCheck } from '../queries.ts';

/** What the check page shows. */
export type Stage =
  /** On a desktop: the QR code and the phone's progress. */
  | 'handover'
  /** No provider can check the person on this phone, or in this app of it. */
  | 'elsewhere'
  | 'consent'
  /** Consent is given, and no session has started. */
  | 'ready'
  /** A session is open: the person is at the provider, or has returned before the result. */
  | 'waiting'
  /** All sessions so far have expired; another can be started. */
  | 'retry'
  /** The provider did not start a session. */
  | 'down'
  | 'passed'
  | 'failed'
  | 'expired'
  | 'cancelled'
  | 'withdrawn'
  /** The check ended so long ago that the page no longer shows the result. */
  | 'used';

/** The phone's progress, as the desktop shows it. */
export type Phase = 'scan' | 'connected' | 'consented' | 'under_way';

const endStages = {
  [checkStatus.passed]: 'passed',
  [checkStatus.failed]: 'failed',
  [checkStatus.expired]: 'expired',
  [checkStatus.cancelled]: 'cancelled',
} as const;

/** The browser that views the check, and what its person has chosen. */
export interface Viewer {
  device: Device;
  /** The person chose to do the check on this desktop. */
  goesOnHere: boolean;
  /** The person wants to see the QR code although a phone has already opened the link. */
  wantsCode: boolean;
  /** A hash of the browser's visitor name; null without scripts. */
  visitor: Buffer | null;
}

export function stageOf(
  check: LinkedCheck,
  { device, goesOnHere }: Pick<Viewer, 'device' | 'goesOnHere'>,
  { needsConsent, isDeviceServed }: { needsConsent: boolean; isDeviceServed: boolean },
): Stage {
  if (check.withdrawnAt !== null) return 'withdrawn';
  if (check.status !== checkStatus.pending) return endOf(check.status, check.isResultShown);
  if (check.isOver) return 'expired';
  if (device === 'desktop' && !(goesOnHere && isDeviceServed)) return 'handover';
  if (!isDeviceServed) return 'elsewhere';
  if (needsConsent) return 'consent';
  if (check.hasOpenSession) return 'waiting';
  return check.sessionsStarted > 0 ? 'retry' : 'ready';
}

/** Hides the result from a link that is forwarded later, but still shows that it expired. */
function endOf(status: keyof typeof endStages, isResultShown: boolean): Stage {
  const end = endStages[status];
  return isResultShown || end === 'expired' ? end : 'used';
}

export function phaseOf(check: LinkedCheck, { wantsCode }: Pick<Viewer, 'wantsCode'>): Phase {
  if (!isPhoneThere(check)) return 'scan';
  if (check.hasOpenSession) return 'under_way';
  if (check.consentedAt !== null) return 'consented';
  return wantsCode ? 'scan' : 'connected';
}

/** Whether a phone has opened the link, either first or after another browser. */
export function isPhoneThere({
  begunOn,
  joinedAt,
}: Pick<LinkedCheck, 'begunOn' | 'joinedAt'>): boolean {
  return joinedAt !== null || (begunOn !== null && begunOn !== 'desktop');
}

/** Whether this browser opened the link first. Only that one returns to the account automatically. */
export function isBeginner(
  { begunBy }: Pick<LinkedCheck, 'begunBy'>,
  { visitor }: Pick<Viewer, 'visitor'>,
): boolean {
  return begunBy === null || (visitor !== null && begunBy.equals(visitor));
}

/** Whether this phone joined a check that was started on a desktop; the person returns to the desktop. */
export function isHelper(check: LinkedCheck, viewer: Viewer): boolean {
  if (viewer.visitor === null || viewer.device === 'desktop') return false;
  return check.begunOn === 'desktop' && !isBeginner(check, viewer);
}

export function isEnd(stage: Stage): boolean {
  return ['passed', 'failed', 'expired', 'cancelled', 'withdrawn', 'used'].includes(stage);
}
