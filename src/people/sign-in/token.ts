import { hash, randomBytes } from 'node:crypto';

/** A 256-bit secret that is shown to its owner once: a session cookie or an invitation link. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url');
}

const form = /^[A-Za-z0-9_-]{43}$/;

/** The stored form of a token. A fast unsalted hash is enough, because 256 random bits cannot be guessed. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

export function isToken(text: string): boolean {
  return form.test(text);
}
