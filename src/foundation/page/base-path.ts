/**
 * The path of the public URL, which the reverse proxy strips. URLs for browsers start with it; routes do not.
 */
export function basePathOf(publicUrl: string): string {
  return new URL(publicUrl).pathname.replace(/\/+$/, '');
}
