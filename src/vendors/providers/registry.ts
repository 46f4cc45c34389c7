import type { FaceProvider, SmsProvider } from './provider.ts';

/** The providers by their codes, as they are configured now. Those that are off can still be asked. */
export interface Registry {
  readonly sms: ReadonlyMap<string, SmsProvider>;
  readonly face: ReadonlyMap<string, FaceProvider>;
}
