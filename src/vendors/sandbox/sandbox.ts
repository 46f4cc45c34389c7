import type { Pool } from 'pg';
import type { PaymentProvider } from '../providers/payment.ts';
import {
  type FaceProvider,
  type MessageProvider,
  messageKinds,
  type Receipt,
} from '../providers/provider.ts';
import { createInbox, type Inbox } from './inbox.ts';
import { createKnownChaos, type KnownChaos } from './known-chaos.ts';
import { createSandboxOrders } from './payment-queries.ts';
import { createSandboxFace } from './sandbox-face.ts';
import { createSandboxMessages } from './sandbox-messages.ts';
import { createSandboxPayments } from './sandbox-payments.ts';
import { createSessionStore } from './session-store.ts';

/** The built-in vendor for messages, face checks and payments, which runs on this machine. */
export interface Sandbox {
  /** One for each kind of messages; they share the inbox. */
  messages: readonly MessageProvider[];
  face: FaceProvider;
  payment: PaymentProvider;
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
    messages: messageKinds.map((kind) => createSandboxMessages(kind, { inbox, chaos })),
    face: createSandboxFace({
      sessions: createSessionStore(ports.pool),
      personUrl: ports.personUrl,
      chaos,
    }),
    payment: createSandboxPayments({
      orders: createSandboxOrders(ports.pool),
      personUrl: ports.personUrl,
    }),
    inbox,
    chaos,
  };
}
