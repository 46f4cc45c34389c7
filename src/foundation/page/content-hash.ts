import { createHash } from 'node:crypto';

/** The hash by which a content security policy allows an inline script or style. */
export function contentHash(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}
