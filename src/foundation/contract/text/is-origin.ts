import { isRefusedScheme } from './redirect-url.ts';

/** The form in which redirectUrls are compared: scheme, host and port, or only the scheme of an app. */
export function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  if (!url || isRefusedScheme(url.protocol.slice(0, -1))) return false;
  return (url.origin === 'null' ? url.protocol : url.origin) === text;
}
