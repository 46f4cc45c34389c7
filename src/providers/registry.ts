import type { FaceProvider, SmsProvider } from './provider.ts';

/** The providers by their codes. */
export interface Registry {
  sms: ReadonlyMap<string, SmsProvider>;
  face: ReadonlyMap<string, FaceProvider>;
}

export function createRegistry(providers: readonly (SmsProvider | FaceProvider)[]): Registry {
  const sms = new Map<string, SmsProvider>();
  const face = new Map<string, FaceProvider>();
  for (const provider of providers) {
    if (provider.kind === 'sms') sms.set(provider.code, provider);
    else face.set(provider.code, provider);
  }
  return { sms, face };
}
