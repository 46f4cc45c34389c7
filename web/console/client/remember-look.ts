import { basePath } from './base-path.ts';

const yearSeconds = 31_536_000;

/**
 * Tells the server how the next page is to look, so that its first byte is right: it reads the same cookies in
 * `console-page.ts`.
 */
export function rememberLook(name: 'language' | 'theme', value: string | undefined): void {
  const isSecure = location.protocol === 'https:';
  const words = [
    `countersign-${name}=${value ?? ''}`,
    `Path=${basePath}/console`,
    `Max-Age=${value ? yearSeconds : 0}`,
    'SameSite=Lax',
    ...(isSecure ? ['Secure'] : []),
  ];
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing where there is no https
  document.cookie = words.join('; ');
}
