import type { PaymentProvider } from './payment.ts';
import {
  type FaceProvider,
  type MessageKind,
  type MessageProvider,
  messageKinds,
} from './provider.ts';

/** The configured providers by code. A provider that is off can still be queried. */
export interface Registry
  extends Readonly<Record<MessageKind, ReadonlyMap<string, MessageProvider>>> {
  readonly face: ReadonlyMap<string, FaceProvider>;
  readonly payment: ReadonlyMap<string, PaymentProvider>;
}

/** Any message provider by its code. A code belongs to one kind, except the sandbox's, which answers alike for all. */
export function findMessageProvider(
  registry: Pick<Registry, MessageKind>,
  code: string,
): MessageProvider | undefined {
  for (const kind of messageKinds) {
    const found = registry[kind].get(code);
    if (found) return found;
  }
  return undefined;
}

/** The codes of all message providers. */
export function messageProviderCodes(registry: Pick<Registry, MessageKind>): string[] {
  return [...new Set(messageKinds.flatMap((kind) => [...registry[kind].keys()]))];
}
