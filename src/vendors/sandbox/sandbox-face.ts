import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type {
  FaceProvider,
  Failure,
  Outcome,
  SessionResult,
  SessionStart,
  SessionStarted,
} from '../providers/provider.ts';
import { drawEffect, noFaults } from './chaos.ts';
import type { KnownChaos } from './known-chaos.ts';
import { type FaceScript, faceScriptOf } from './sandbox-scripts.ts';

/** Stores the sandbox's sessions, without any name or ID number. */
export interface SessionStore {
  create(session: { script: FaceScript; returnUrl: string; lifeMs: number }): Promise<{
    sessionRef: string;
    /** The path of the session's page in the sandbox. */
    path: string;
    expiresAt: Date;
  }>;
  find(sessionRef: string): Promise<SessionResult | undefined>;
}

const sessionLifeMs = 10 * 60_000;

const isDown: Failure = {
  kind: 'unavailable',
  reason: 'provider_fault',
  detail: 'the sandbox plays being down',
};

/** A face provider that runs on this machine: on its page, a tester passes, fails or cancels the check. */
export function createSandboxFace(ports: {
  sessions: SessionStore;
  personUrl(): string;
  chaos: Pick<KnownChaos, 'of'>;
}): FaceProvider {
  /**
   * Applies the chaos switches: a session starts late or not at all. Face checks have no receipts to disturb.
   */
  async function isSpoilt(
    { accountId, mode }: Pick<SessionStart, 'accountId' | 'mode'>,
    signal: AbortSignal,
  ): Promise<boolean> {
    if (mode !== 'test' || accountId === undefined) return false;
    const { delayMs, fail, timeOut } = await ports.chaos.of(accountId);
    if (delayMs > 0) await sleep(delayMs, undefined, { signal }).catch(() => {});
    const play = drawEffect({ ...noFaults, fail, timeOut });
    if (play?.script === 'timeout_sent' && !signal.aborted) await once(signal, 'abort');
    return play !== undefined || signal.aborted;
  }

  return {
    kind: 'face',
    code: 'sandbox',
    vendorCode: 'sandbox',
    title: { en: 'Sandbox', zh: '沙箱' },
    horizonHours: 72,
    devices: ['mobile', 'wechat', 'desktop'],
    needsNationalId: false,
    browserData: null,

    screen({ cardNo }): Outcome {
      switch (faceScriptOf(cardNo)) {
        case 'refused':
          return {
            kind: 'rejected',
            reason: 'identity_mismatch',
            detail: 'the person was refused',
          };
        case 'unavailable':
          return isDown;
        default:
          return { kind: 'done', providerRef: '' };
      }
    },

    async startSession(start, { signal }): Promise<SessionStarted> {
      const { person, returnUrl, languageTag } = start;
      const script = faceScriptOf(person.cardNo);
      if (script === 'down') return isDown;
      if (script === 'choice' && (await isSpoilt(start, signal))) return isDown;
      const lifeMs = script === 'expired' ? 0 : sessionLifeMs;
      const { sessionRef, path, expiresAt } = await ports.sessions.create({
        script,
        returnUrl,
        lifeMs,
      });
      const query = languageTag ? `?lang=${languageTag}` : '';
      return { kind: 'started', sessionRef, url: `${ports.personUrl()}${path}${query}`, expiresAt };
    },

    async queryResult(sessionRef): Promise<SessionResult> {
      return (await ports.sessions.find(sessionRef)) ?? { state: 'expired', taskId: sessionRef };
    },

    async erase() {},
  };
}
