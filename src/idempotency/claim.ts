import { hash } from 'node:crypto';
import { fail } from '../contract/errors.ts';
import type { Operation, Owner } from '../contract/products.ts';
import type { Vault } from '../vault.ts';

/** A caller's claim on an idempotency key, for one body. */
export interface Claim {
  operation: Operation;
  /** The key within this process: account, mode, operation and key. */
  name: string;
  /** The body as copies are compared by. It holds personal data and goes no further than this process. */
  body: string;
  /** Hashed when a batch is written, all of its calls in a row; see prepare-sms.ts. */
  keyHash(): Buffer;
  bodyHash(): Buffer;
}

/** A reply that was given before. */
export interface Replay {
  status: number;
  body: string;
}

/** Printable ASCII, 1 to 255 characters. */
const keyForm = /^[\x20-\x7e]{1,255}$/;

export function readClaim(
  vault: Vault,
  { accountId, mode }: Owner,
  operation: Operation,
  key: string | undefined,
  fields: Record<string, unknown>,
): Claim | null {
  if (key === undefined) return null;
  if (!keyForm.test(key)) fail('invalid_idempotency_key');
  const body = canonicalJson(fields);
  return {
    operation,
    name: `${accountId} ${mode} ${operation} ${key}`,
    body,
    keyHash: () => hash('sha256', key, 'buffer').subarray(0, 16),
    bodyHash: () => vault.fingerprint(`body ${body}`),
  };
}

/** Two bodies that say the same are the same, whatever the order of their fields and their spaces. */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const fields = value as Record<string, unknown>;
  const members = Object.keys(fields)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalJson(fields[name])}`);
  return `{${members.join(',')}}`;
}
