import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import type { LegalParticulars } from '../../foundation/contract/text/legal-particulars.ts';
import type { Vault } from '../../foundation/vault.ts';
import { canonicalJson } from '../idempotency/claim.ts';
import type { Erasure, OpenWork, VendorAnswer } from './erasure-queries.ts';
import type { SubjectKind } from './subject.ts';

const format = 'countersign erasure certificate 1';

/** What an erasure came to. It names the person by a keyed reference alone. */
export interface CertificateFacts {
  format: typeof format;
  certificateId: string;
  issuedAt: string;
  operator: { en: string; zh: string } | null;
  person: { identifiedBy: SubjectKind; reference: string };
  /** Null for all accounts. */
  accountId: number | null;
  requestedAt: string;
  requestedBy: string;
  /** Null while something waits. */
  finishedAt: string | null;
  erased: Record<string, number>;
  waiting: OpenWork;
  vendors: readonly VendorAnswer[];
  kept: readonly string[];
}

export interface Certificate extends CertificateFacts {
  /** The Ed25519 public key of the installation, in base64url. */
  publicKey: string;
  /** Signs the JSON of all other fields, with sorted names and without white space. */
  signature: string;
}

/** What stays after an erasure; `certificate-texts.ts` says why. */
export const keptThings = [
  ...['books', 'vendor_ids', 'consents', 'idempotency', 'operator_texts', 'backups', 'erasure'],
] as const;

export function issueCertificate(
  vault: Vault,
  erasure: Erasure,
  { waiting, operator, now }: { waiting: OpenWork; operator: LegalParticulars | null; now: Date },
): Certificate {
  const facts: CertificateFacts = {
    format,
    certificateId: erasure.erasureId,
    issuedAt: now.toISOString(),
    operator: operator?.legalName ?? null,
    person: { identifiedBy: erasure.kind, reference: erasure.reference.toString('hex') },
    accountId: erasure.accountId,
    requestedAt: erasure.askedAt.toISOString(),
    requestedBy: erasure.askedBy,
    finishedAt: erasure.finishedAt?.toISOString() ?? null,
    erased: erasure.erased,
    waiting,
    vendors: erasure.vendors ?? [],
    kept: [...keptThings],
  };
  const key = signingKey(vault);
  const signed = { ...facts, publicKey: publicKeyOf(key) };
  const signature = sign(null, Buffer.from(canonicalJson(signed)), key).toString('base64url');
  return { ...signed, signature };
}

/** Whether this installation issued the certificate, and nobody has changed it since. */
export function isOwnCertificate(vault: Vault, document: unknown): document is Certificate {
  if (typeof document !== 'object' || document === null) return false;
  const { signature, ...signed } = document as Partial<Certificate>;
  const key = signingKey(vault);
  return (
    typeof signature === 'string' &&
    signed.format === format &&
    signed.publicKey === publicKeyOf(key) &&
    verify(
      null,
      Buffer.from(canonicalJson(signed)),
      createPublicKey(key),
      Buffer.from(signature, 'base64url'),
    )
  );
}

/** An Ed25519 private key in PKCS #8 is this prefix and 32 bytes. */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * The key is derived from the fingerprint key, which no rotation of the data key changes and which every backup
 * carries: a certificate stays verifiable for as long as the installation lives.
 */
function signingKey(vault: Vault): KeyObject {
  const seed = ['1', '2'].map((half) => vault.fingerprint('certificate key', half));
  const key = Buffer.concat([pkcs8Prefix, ...seed]);
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
}

function publicKeyOf(key: KeyObject): string {
  return createPublicKey(key).export({ format: 'jwk' }).x ?? '';
}
