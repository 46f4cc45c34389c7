import { post } from './api.ts';
import { type Session, useSession } from './session.ts';

/** The platform knows by which name it was opened; the browser, whether it trusts the connection. */
export function useCanPasskeys(): boolean {
  const { canUsePasskeys } = useSession();
  return canUsePasskeys && isSecureContext && typeof PublicKeyCredential === 'function';
}

/** Proves the second factor with a passkey, at sign-in and when asked again. */
export async function provePasskey(): Promise<Session> {
  const options = await post<PublicKeyCredentialRequestOptionsJSON>(
    'session/factor/passkey/options',
  );
  const credential = await navigator.credentials.get({
    publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
  });
  return post<Session>('session/factor/passkey', { response: jsonOf(credential) });
}

/** Makes a passkey on this device; the answer has recovery codes when it was the first factor. */
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

/** Whether the person, or the browser for them, called it off: no problem of the platform's. */
export function isPasskeyCalledOff(error: unknown): boolean {
  return error instanceof DOMException;
}
