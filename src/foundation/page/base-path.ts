/**
 * The path of the public address, which the proxy in front takes away again: what browsers are told to
 * load begins with it, and no route does.
 */
export function basePathOf(publicUrl: string): string {
  return new URL(publicUrl).pathname.replace(/\/+$/, '');
}
