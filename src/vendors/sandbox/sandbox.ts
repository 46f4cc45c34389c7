import type { Pool } from 'pg';
import type { FaceProvider, MessageProvider, Receipt } from '../providers/provider.ts';
import { createInbox, type Inbox } from './inbox.ts';
import { createKnownChaos, type KnownChaos } from './known-chaos.ts';
import { createSandboxFace } from './sandbox-face.ts';
import { createSandboxSms } from './sandbox-sms.ts';
import { createSessionStore } from './session-store.ts';

/** The built-in vendor for SMS and face checks, which runs on this machine. */
export interface Sandbox {
  sms: MessageProvider;
  face: FaceProvider;
  inbox: Inbox;
  chaos: KnownChaos;
}

export function createSandbox(ports: {
  pool: Pool;
  personUrl(): string;
  /** Receives its receipts, as a vendor's callback would. */
  onReceipts(receipts: Receipt[]): Promise<void>;
}): Sandbox {
  const inbox = createInbox(ports.pool, ports.onReceipts);
  const chaos = createKnownChaos(ports.pool);
  return {
    sms: createSandboxSms({ inbox, chaos }),
    face: createSandboxFace({
      sessions: createSessionStore(ports.pool),
      personUrl: ports.personUrl,
      chaos,
    }),
    inbox,
    chaos,
  };
}
