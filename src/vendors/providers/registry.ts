import type { FaceProvider, SmsProvider } from './provider.ts';

/** The configured providers by code. A provider that is off can still be queried. */
export interface Registry {
  readonly sms: ReadonlyMap<string, SmsProvider>;
  readonly face: ReadonlyMap<string, FaceProvider>;
}
