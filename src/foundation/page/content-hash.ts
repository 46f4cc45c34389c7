import { createHash } from 'node:crypto';

/** What a policy calls a script or a style that stands in the page itself. */
export function contentHash(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}
