import { checkStatus } from '../../../foundation/contract/wire/face.ts';
import type { Device } from '../../../vendors/providers/provider.ts';
import type { LinkedCheck } from '../queries.ts';

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
  | 'cancelled'
  | 'withdrawn'
  /** It is over for so long that the page says nothing of it any more. */
  | 'used';

/** How far the phone has come, as the desktop tells it. */
export type Phase = 'scan' | 'connected' | 'consented' | 'under_way';

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
  /** The person wants to see the code although a phone has come. */
  wantsCode: boolean;
  /** The browser, as its page names it; null for one without scripts. */
  visitor: Buffer | null;
}

export function stageOf(
  check: LinkedCheck,
  { device, goesOnHere }: Pick<Viewer, 'device' | 'goesOnHere'>,
  needsConsent: boolean,
): Stage {
  if (check.withdrawnAt !== null) return 'withdrawn';
  if (check.status !== checkStatus.pending) return endOf(check.status, check.isResultShown);
  if (check.isOver) return 'expired';
  if (device === 'desktop' && !goesOnHere) return 'handover';
  if (needsConsent) return 'consent';
  if (check.hasOpenSession) return 'waiting';
  return check.sessionsStarted > 0 ? 'retry' : 'ready';
}

/** A link that is forwarded later tells nobody how the check ended; that its time is over it may tell. */
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

/** A phone has opened the link: it began the check, or took it over. */
export function isPhoneThere({
  begunOn,
  joinedAt,
}: Pick<LinkedCheck, 'begunOn' | 'joinedAt'>): boolean {
  return joinedAt !== null || (begunOn !== null && begunOn !== 'desktop');
}

/** Whoever began the check returns to the asker; nobody else is sent anywhere. */
export function isBeginner(
  { begunBy }: Pick<LinkedCheck, 'begunBy'>,
  { visitor }: Pick<Viewer, 'visitor'>,
): boolean {
  return begunBy === null || (visitor !== null && begunBy.equals(visitor));
}

/** This is the phone to which the person came from a computer, and from which they go back to it. */
export function isHelper(check: LinkedCheck, viewer: Viewer): boolean {
  if (viewer.visitor === null || viewer.device === 'desktop') return false;
  return check.begunOn === 'desktop' && !isBeginner(check, viewer);
}

export function isEnd(stage: Stage): boolean {
  return ['passed', 'failed', 'expired', 'cancelled', 'withdrawn', 'used'].includes(stage);
}
