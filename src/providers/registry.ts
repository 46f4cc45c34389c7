import { createSandboxFace, type SessionStore } from '../sandbox/sandbox-face.ts';
import { createSandboxSms, type InboxStore } from '../sandbox/sandbox-sms.ts';
import type { FaceProvider, SmsProvider } from './provider.ts';

/** What adapters are given instead of reaching for it: stores for the sandbox, and the public address. */
export interface ProviderPorts {
  inbox: InboxStore;
  sessions: SessionStore;
  publicUrl(): string;
}

export interface Registry {
  sms: ReadonlyMap<string, SmsProvider>;
  face: ReadonlyMap<string, FaceProvider>;
}

/** The one list: a provider is one line here. */
export function createRegistry(ports: ProviderPorts): Registry {
  const providers = [createSandboxSms(ports), createSandboxFace(ports)];
  const sms = new Map<string, SmsProvider>();
  const face = new Map<string, FaceProvider>();
  for (const provider of providers) {
    if (provider.kind === 'sms') sms.set(provider.code, provider);
    else face.set(provider.code, provider);
  }
  return { sms, face };
}
