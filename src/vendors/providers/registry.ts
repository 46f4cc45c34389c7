import type { FaceProvider, MessageKind, MessageProvider } from './provider.ts';

/** The configured providers by code. A provider that is off can still be queried. */
export interface Registry
  extends Readonly<Record<MessageKind, ReadonlyMap<string, MessageProvider>>> {
  readonly face: ReadonlyMap<string, FaceProvider>;
}
