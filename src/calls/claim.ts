import { hash } from 'node:crypto';
import { fail } from '../contract/errors.ts';
import type { Operation } from '../contract/products.ts';
import type { Principal } from './principal.ts';

/** A caller's claim on an idempotency key, for one body. */
export interface Claim {
  operation: Operation;
  keyHash: Buffer;
  bodyHash: Buffer;
  /** The key within this process: account, mode, operation and key. */
  name: string;
}

/** A reply that was given before. */
export interface Replay {
  status: number;
  body: string;
}

/** A call that this process carried out to its end, as its copies are told of it. */
export interface Twin {
  bodyHash: Buffer;
  reply: Replay;
}

/** Printable ASCII, 1 to 255 characters. */
const keyForm = /^[\x20-\x7e]{1,255}$/;

export function readClaim(
  caller: Principal,
  operation: Operation,
  key: string | undefined,
  body: Record<string, unknown>,
): Claim | null {
  if (key === undefined) return null;
  if (!keyForm.test(key)) fail('invalid_idempotency_key');
  const keyHash = hash('sha256', key, 'buffer');
  return {
    operation,
    keyHash,
    bodyHash: hash('sha256', canonicalJson(body), 'buffer'),
    name: `${caller.accountId} ${caller.mode} ${operation} ${keyHash.toString('latin1')}`,
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
