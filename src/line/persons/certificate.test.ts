import { createPublicKey, randomBytes, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { KeyRing } from '../../foundation/key-ring.ts';
import { createVault } from '../../foundation/vault.ts';
import { canonicalJson } from '../idempotency/claim.ts';
import { isOwnCertificate, issueCertificate } from './certificate.ts';
import type { Erasure } from './erasure-queries.ts';
import { referenceOf, subjectOf } from './subject.ts';

const fingerprints = { scheme: 'hmac' as const, secret: randomBytes(32) };
const vault = createVault(new KeyRing([randomBytes(32)]), fingerprints);
const subject = subjectOf(vault, { mobile: '138 0000 0000' }, 'CN');
if (!subject) throw new Error('a valid number');

const erasure: Erasure = {
  erasureId: '0190c1d2-0000-7000-8000-000000000001',
  kind: 'mobile',
  accountId: null,
  reference: referenceOf(vault, subject),
  subjectHash: null,
  askedBy: 'Ada',
  askedAt: new Date('2026-11-01T08:00:00Z'),
  isListed: true,
  finishedAt: new Date('2026-11-01T08:01:00Z'),
  erased: { messages: 2 },
  vendors: [{ providerCode: 'oak', product: 'face_verify', count: 1, answer: 'erased', at: null }],
};
const certificate = issueCertificate(vault, erasure, {
  waiting: { calls: 0, confirmations: 0 },
  operator: null,
  now: new Date('2026-11-02T08:00:00Z'),
});

test('a certificate is valid as it was issued, also read from a file and after a new data key', () => {
  const read = JSON.parse(JSON.stringify(certificate));
  expect(isOwnCertificate(vault, read)).toBe(true);
  const rotated = createVault(new KeyRing([randomBytes(32)]), fingerprints);
  expect(isOwnCertificate(rotated, read)).toBe(true);
});

// @mutant src/line/persons/certificate.ts
// - const { signature, ...signed } = document as Partial<Certificate>;
// + const { signature, extra: _, ...signed } = document as Partial<Certificate> & { extra?: 1 };
test('a certificate that was changed, or issued by another installation, is not valid', () => {
  expect(isOwnCertificate(vault, { ...certificate, erased: { messages: 3 } })).toBe(false);
  expect(isOwnCertificate(vault, { ...certificate, extra: 1 })).toBe(false);
  expect(isOwnCertificate(vault, { ...certificate, signature: 'AAAA' })).toBe(false);
  expect(isOwnCertificate(createVault(randomBytes(32)), certificate)).toBe(false);
  for (const other of [null, 'text', [], {}, { signature: 7 }]) {
    expect(isOwnCertificate(vault, other)).toBe(false);
  }
});

test('anyone can verify it with the public key', () => {
  const { signature, ...signed } = certificate;
  const key = { kty: 'OKP', crv: 'Ed25519', x: certificate.publicKey };
  const publicKey = createPublicKey({ key, format: 'jwk' });
  const bytes = Buffer.from(canonicalJson(signed));
  expect(verify(null, bytes, publicKey, Buffer.from(signature, 'base64url'))).toBe(true);
});

test('it names the person by a reference that is neither the number nor the hash of the search', () => {
  const text = JSON.stringify(certificate);
  expect(text).not.toContain('13800000000');
  expect(text).not.toContain(subject.hash.toString('hex'));
  expect(text).toContain(referenceOf(vault, subject).toString('hex'));
});
