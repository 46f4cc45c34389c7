import { post } from './api.ts';
import { type Session, useSession } from './session.ts';

/** Passkeys need a host name (known to the server) and a secure context (known to the browser). */
export function useCanPasskeys(): boolean {
  const { canUsePasskeys } = useSession();
  return canUsePasskeys && isSecureContext && typeof PublicKeyCredential === 'function';
}

export async function provePasskey(): Promise<Session> {
  const options = await post<PublicKeyCredentialRequestOptionsJSON>(
    'session/factor/passkey/options',
  );
  const credential = await navigator.credentials.get({
    publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
  });
  return post<Session>('session/factor/passkey', { response: jsonOf(credential) });
}

/** The reply has recovery codes when this is the first factor. */
export async function makePasskey(name: string): Promise<{ recoveryCodes: string[] | null }> {
  const options = await post<PublicKeyCredentialCreationOptionsJSON>(
    'session/enrol/passkey/options',
  );
  const credential = await navigator.credentials.create({
    publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
  });
  return post('session/enrol/passkey', { response: jsonOf(credential), name });
}

function jsonOf(credential: Credential | null): unknown {
  if (!(credential instanceof PublicKeyCredential)) throw new Error('no passkey was given');
  return credential.toJSON();
}

/** The person or the browser cancelled; the platform has no error to show. */
export function isPasskeyCalledOff(error: unknown): boolean {
  return error instanceof DOMException;
}
