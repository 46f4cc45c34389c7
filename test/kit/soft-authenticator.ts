import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A browser's challenge, as far as this authenticator reads it. */
interface Asked {
  challenge: string;
  rp?: { id?: string };
  rpId?: string;
}

export interface Mischief {
  /** Another page than the one that was asked. */
  origin?: string;
  /** Another relying party than the one that was asked. */
  rpId?: string;
  /** The ID of another credential. */
  id?: string;
  /** Nobody touched the authenticator. */
  isAbsent?: boolean;
  /** The user was not verified. */
  isUnverified?: boolean;
  /** The signature counter; by default one more each time. */
  counter?: number;
}

/** A passkey in software: the answers of a browser and its authenticator, with its own key. */
export function createSoftAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let counter = 0;

  const clientData = (type: string, challenge: string, from = origin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));
  const authenticatorData = (
    rpId: string,
    { isUnverified = false, isAbsent = false, ...said }: Mischief,
    more?: Buffer,
  ) => {
    counter = said.counter ?? counter + 1;
    const flags = (isAbsent ? 0 : 0x01) | (isUnverified ? 0 : 0x04) | (more ? 0x40 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const hash = createHash('sha256')
      .update(said.rpId ?? rpId)
      .digest();
    return Buffer.concat([hash, Buffer.of(flags), count, more ?? Buffer.alloc(0)]);
  };
  const credentialId = id.toString('base64url');
  const answer = (response: Record<string, string | string[]>, said = credentialId) => ({
    id: said,
    rawId: said,
    type: 'public-key' as const,
    clientExtensionResults: {},
    response,
  });

  return {
    credentialId,
    create(asked: Asked, mischief: Mischief = {}) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const cose = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ]);
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.of(0, id.length), id, cose]);
      const data = authenticatorData(asked.rp?.id ?? '', mischief, attested);
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.of(data.length),
        data,
      ]);
      return answer({
        clientDataJSON: clientData('webauthn.create', asked.challenge, mischief.origin).toString(
          'base64url',
        ),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      });
    },
    get(asked: Asked, mischief: Mischief = {}) {
      const data = authenticatorData(asked.rpId ?? '', mischief);
      const client = clientData('webauthn.get', asked.challenge, mischief.origin);
      const hash = createHash('sha256').update(client).digest();
      return answer(
        {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, hash]), privateKey).toString('base64url'),
        },
        mischief.id,
      );
    },
  };
}
