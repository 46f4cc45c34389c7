import { hash, randomBytes } from 'node:crypto';

/** A secret of 256 bits that is shown to its owner once: a session's cookie, an invitation's link. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url');
}

const form = /^[A-Za-z0-9_-]{43}$/;

/** What is stored of a token. A plain fast hash is enough: there is nothing to guess from. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

export function isToken(text: string): boolean {
  return form.test(text);
}
