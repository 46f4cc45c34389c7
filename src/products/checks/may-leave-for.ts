const thisMachine = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Whether the page may redirect a person to the vendor's URL. HTTPS is required, unless our own page uses HTTP
 * or the vendor runs on this machine; other schemes are never allowed.
 */
export function mayLeaveFor(url: string, ourPage: string): boolean {
  const page = URL.parse(url);
  if (page?.protocol !== 'http:') return page?.protocol === 'https:';
  return thisMachine.includes(page.hostname) || ourPage.startsWith('http:');
}
