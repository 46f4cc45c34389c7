import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';

const fewestBits = 2_048;

/**
 * An RSA private key as PEM, or as the bare base64 of PKCS #8 or PKCS #1 that consoles show. Undefined if it is none
 * of these, or too short.
 */
export function readPrivateKey(text: string): KeyObject | undefined {
  return firstKey([
    () => createPrivateKey(text),
    () => createPrivateKey({ key: derOf(text), format: 'der', type: 'pkcs8' }),
    () => createPrivateKey({ key: derOf(text), format: 'der', type: 'pkcs1' }),
  ]);
}

/** The same for a public key. A private key is not one, although Node.js would derive one from it. */
export function readPublicKey(text: string): KeyObject | undefined {
  if (text.includes('PRIVATE KEY')) return undefined;
  return firstKey([
    () => createPublicKey(text),
    () => createPublicKey({ key: derOf(text), format: 'der', type: 'spki' }),
  ]);
}

/** The certificates of a PEM file, in order; undefined if it has none or one cannot be read. */
export function readCertificates(pem: string): [X509Certificate, ...X509Certificate[]] | undefined {
  const parts = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  try {
    const [first, ...more] = parts.map((part) => new X509Certificate(part));
    return first && [first, ...more];
  } catch {
    return undefined;
  }
}

/** Whether this is the public key of that private key. */
export function isKeyPair(privateKey: KeyObject, publicKey: KeyObject): boolean {
  return createPublicKey(privateKey).equals(publicKey);
}

function derOf(text: string): Buffer {
  return Buffer.from(text.replaceAll(/\s/g, ''), 'base64');
}

function firstKey(readings: readonly (() => KeyObject)[]): KeyObject | undefined {
  for (const read of readings) {
    try {
      const key = read();
      const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
      return key.asymmetricKeyType === 'rsa' && bits >= fewestBits ? key : undefined;
    } catch {
      // It is in another form.
    }
  }
  return undefined;
}
