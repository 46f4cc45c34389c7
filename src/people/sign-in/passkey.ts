import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Passkey } from './factor-queries.ts';

/** The console's relying-party ID and the origin of its pages. */
export interface RelyingParty {
  host: string;
  origin: string;
}

/** Loaded on first use: the import takes a third of a second, which startup and tests should not pay. */
const loadWebauthn = () => import('@simplewebauthn/server');

const rpName = 'Countersign';
const timeout = 5 * 60_000;
/** The COSE numbers of EdDSA, ES256 and RS256, the algorithms that authenticators support. */
const algorithms = [-8, -7, -257];

export async function askForNewPasskey(
  relyingParty: RelyingParty,
  person: { personId: number; name: string; email: string; cell: number | undefined },
  known: readonly Passkey[],
) {
  const { generateRegistrationOptions } = await loadWebauthn();
  return generateRegistrationOptions({
    rpName,
    rpID: relyingParty.host,
    userID: new Uint8Array(Buffer.from(handleOf(person))),
    userName: person.email,
    userDisplayName: person.name,
    timeout,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known.map(describe),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  });
}

/**
 * An authenticator keeps one passkey for each person and host. The cells of one host number people alike, so that
 * without the cell a new passkey would replace that of another cell.
 */
function handleOf({ personId, cell }: { personId: number; cell: number | undefined }): string {
  return cell === undefined ? `person ${personId}` : `cell ${cell} person ${personId}`;
}

/** The new passkey; undefined when the response does not match the challenge. */
export async function readNewPasskey(
  relyingParty: RelyingParty,
  expectedChallenge: string,
  response: unknown,
): Promise<Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports'> | undefined> {
  const { verifyRegistrationResponse } = await loadWebauthn();
  const verified = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge,
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.host,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => undefined);
  if (!verified?.verified) return undefined;
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
  return { credentialId: id, publicKey: Buffer.from(publicKey), counter, transports };
}

export async function askForPasskey(relyingParty: RelyingParty, known: readonly Passkey[]) {
  const { generateAuthenticationOptions } = await loadWebauthn();
  return generateAuthenticationOptions({
    rpID: relyingParty.host,
    timeout,
    userVerification: 'required',
    allowCredentials: known.map(describe),
  });
}

/** Which passkey signed, with its signature counter; undefined when none of the known ones did. */
export async function readPasskey(
  relyingParty: RelyingParty,
  expectedChallenge: string,
  response: unknown,
  known: readonly Passkey[],
): Promise<{ credentialId: string; counter: number } | undefined> {
  const said = response as AuthenticationResponseJSON;
  const passkey = known.find(({ credentialId }) => credentialId === said?.id);
  if (!passkey) return undefined;
  const { verifyAuthenticationResponse } = await loadWebauthn();
  const verified = await verifyAuthenticationResponse({
    response: said,
    expectedChallenge,
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.host,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.counter,
    },
  }).catch(() => undefined);
  if (!verified?.verified) return undefined;
  return { credentialId: passkey.credentialId, counter: verified.authenticationInfo.newCounter };
}

function describe({ credentialId, transports }: Passkey) {
  return { id: credentialId, transports };
}
