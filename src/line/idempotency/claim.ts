import { hash } from 'node:crypto';
import { fail } from '../../foundation/contract/errors/errors.ts';
import type { Operation } from '../../foundation/contract/operations/operations.ts';
import type { Owner } from '../../foundation/contract/products.ts';
import { type Problem, problem, problems } from '../../foundation/contract/text/problems.ts';
import type { Vault } from '../../foundation/vault.ts';

/** A caller's claim on an idempotency key, for one body. */
export interface Claim {
  operation: Operation;
  /** The claim's name within this process: account, mode, operation and key. */
  name: string;
  /**
   * The canonical body, by which repeats are recognized. It has personal data and never leaves this process.
   */
  body: string;
  /**
   * In hexadecimal digits. Computed when a batch is written, for all its calls in a row; see hold-calls.ts.
   */
  keyHash(): string;
  bodyHash(): string;
}

/** A reply that was already given. */
export interface FirstReply {
  status: number;
  body: string;
}

const longestKey = 255;

function keyProblem(key: string): Problem | undefined {
  if (key === '') return problems.empty;
  if (key.length > longestKey) return problem('too_long', { limit: longestKey });
  return /^[\x20-\x7e]+$/.test(key) ? undefined : problems.not_ascii;
}

export function readClaim(
  vault: Vault,
  owner: Owner,
  operation: Operation,
  key: string | undefined,
  fields: Record<string, unknown>,
): Claim | null {
  if (key === undefined) return null;
  const wrong = keyProblem(key);
  if (wrong) {
    fail('invalid_idempotency_key', { details: [{ field: 'Idempotency-Key', problem: wrong }] });
  }
  return claimOf(vault, owner, operation, key, canonicalJson(fields));
}

/**
 * The platform's own claim on something that must happen only once, whatever the request says. Its key has a
 * line break, which callers' keys cannot have, so they never collide.
 */
export function claimOnce(vault: Vault, owner: Owner, operation: Operation, what: string): Claim {
  return claimOf(vault, owner, operation, `once\n${what}`, '');
}

function claimOf(
  vault: Vault,
  { accountId, mode }: Owner,
  operation: Operation,
  key: string,
  body: string,
): Claim {
  return {
    operation,
    name: `${accountId} ${mode} ${operation} ${key}`,
    body,
    keyHash: () => hash('sha256', key).slice(0, 32),
    bodyHash: () => vault.fingerprintHex('body', body),
  };
}

/** Equal bodies give equal text, whatever their field order and white space. */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const fields = value as Record<string, unknown>;
  const members = Object.keys(fields)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalJson(fields[name])}`);
  return `{${members.join(',')}}`;
}
