import type { FaceProvider, MessageProvider } from './provider.ts';

/** The configured providers by code. A provider that is off can still be queried. */
export interface Registry {
  readonly sms: ReadonlyMap<string, MessageProvider>;
  readonly face: ReadonlyMap<string, FaceProvider>;
}
