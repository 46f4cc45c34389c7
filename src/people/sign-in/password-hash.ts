import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { createSlots } from '../../foundation/slots.ts';

const derive = promisify(argon2);

/**
 * The cost of a hash, by OWASP's parameters. After you raise them, each person's hash is
 * upgraded at their next sign-in.
 */
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const tagLength = 32;
const saltBytes = 16;

export interface PasswordHasher {
  /** Hashes a password into a PHC string with its salt and cost. */
  hash(password: string): Promise<string>;
  /** Whether the password is correct. Null (an unknown person) takes the same time and is never correct. */
  verify(password: string, stored: string | null): Promise<boolean>;
}

/**
 * Limits concurrent hashes: each takes 19 MB and keeps a core busy. When too many wait, the next is rejected
 * with NoSlot instead of making everyone wait.
 */
export function createPasswordHasher({
  maxRunning = maxHashes(availableParallelism()),
  maxWaiting = 64,
} = {}): PasswordHasher {
  const slots = createSlots(maxRunning, maxWaiting);
  return {
    hash: (password) =>
      slots.run(async () => {
        const nonce = randomBytes(saltBytes);
        const tag = await derive('argon2id', parametersOf(password, nonce, cost));
        const { memory, passes, parallelism } = cost;
        const spent = `m=${memory},t=${passes},p=${parallelism}`;
        return `$argon2id$v=19$${spent}$${encode(nonce)}$${encode(tag)}`;
      }),
    verify: (password, stored) =>
      slots.run(async () => {
        const { nonce, tag, ...spent } = read(stored) ?? decoyHash;
        const made = await derive('argon2id', parametersOf(password, nonce, spent));
        return timingSafeEqual(made, tag) && stored !== null;
      }),
  };
}

/** Half of the cores, so that a flood of sign-ins leaves the other half to calls. */
export function maxHashes(cores: number): number {
  return Math.max(1, Math.floor(cores / 2));
}

/** Whether a hash was made at a lower cost than today's. */
export function isWeakHash(stored: string): boolean {
  const spent = read(stored);
  return !spent || spent.memory < cost.memory || spent.passes < cost.passes;
}

interface Stored {
  memory: number;
  passes: number;
  parallelism: number;
  nonce: Buffer;
  tag: Buffer;
}

const decoyHash: Stored = {
  ...cost,
  nonce: randomBytes(saltBytes),
  tag: randomBytes(tagLength),
};

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]{43})$/;

function read(stored: string | null): Stored | undefined {
  const [, memory, passes, parallelism, nonce = '', tag = ''] = phc.exec(stored ?? '') ?? [];
  if (!memory) return undefined;
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    nonce: Buffer.from(nonce, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

/** Normalizes the password, because keyboards can encode the same letters differently. */
function parametersOf(
  password: string,
  nonce: Buffer,
  { memory, passes, parallelism }: Pick<Stored, 'memory' | 'passes' | 'parallelism'>,
): Argon2Parameters {
  const message = password.normalize('NFKC');
  return { message, nonce, memory, passes, parallelism, tagLength };
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
