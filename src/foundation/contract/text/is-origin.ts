import { isRefusedScheme } from './redirect-url.ts';

/** As a redirectUrl is compared: scheme, host and port, or an app's scheme alone. */
export function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  if (!url || isRefusedScheme(url.protocol.slice(0, -1))) return false;
  return (url.origin === 'null' ? url.protocol : url.origin) === text;
}
