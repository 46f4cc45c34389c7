import type {
  FaceProvider,
  Failure,
  Outcome,
  SessionResult,
  SessionStarted,
} from '../providers/provider.ts';
import { type FaceScript, faceScriptOf } from './sandbox-scripts.ts';

/** Where the sandbox keeps its sessions. No name and no ID number is ever in one. */
export interface SessionStore {
  create(session: { script: FaceScript; returnUrl: string; lifeMs: number }): Promise<{
    sessionRef: string;
    /** The path of the sandbox's own page for this session. */
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

/** A face provider that never leaves the machine: its page lets a tester pass, fail or cancel. */
export function createSandboxFace(ports: {
  sessions: SessionStore;
  publicUrl(): string;
}): FaceProvider {
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

    async startSession({ person, returnUrl, languageTag }): Promise<SessionStarted> {
      const script = faceScriptOf(person.cardNo);
      if (script === 'down') return isDown;
      const lifeMs = script === 'expired' ? 0 : sessionLifeMs;
      const { sessionRef, path, expiresAt } = await ports.sessions.create({
        script,
        returnUrl,
        lifeMs,
      });
      const query = languageTag ? `?lang=${languageTag}` : '';
      return { kind: 'started', sessionRef, url: `${ports.publicUrl()}${path}${query}`, expiresAt };
    },

    async queryResult(sessionRef): Promise<SessionResult> {
      return (await ports.sessions.find(sessionRef)) ?? { state: 'expired', taskId: sessionRef };
    },

    async erase() {},
  };
}
