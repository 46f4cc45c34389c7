import type { Pool } from 'pg';
import type { FaceProvider, Receipt, SmsProvider } from '../providers/provider.ts';
import { createInbox, type Inbox } from './inbox.ts';
import { createKnownChaos, type KnownChaos } from './known-chaos.ts';
import { createSandboxFace } from './sandbox-face.ts';
import { createSandboxSms } from './sandbox-sms.ts';
import { createSessionStore } from './session-store.ts';

/** The vendor that never leaves the machine, of both kinds. */
export interface Sandbox {
  sms: SmsProvider;
  face: FaceProvider;
  inbox: Inbox;
  chaos: KnownChaos;
}

export function createSandbox(ports: {
  pool: Pool;
  publicUrl(): string;
  /** Where its receipts go, as a vendor's callback would. */
  onReceipts(receipts: Receipt[]): Promise<void>;
}): Sandbox {
  const inbox = createInbox(ports.pool, ports.onReceipts);
  const chaos = createKnownChaos(ports.pool);
  return {
    sms: createSandboxSms({ inbox, chaos }),
    face: createSandboxFace({
      sessions: createSessionStore(ports.pool),
      publicUrl: ports.publicUrl,
      chaos,
    }),
    inbox,
    chaos,
  };
}
