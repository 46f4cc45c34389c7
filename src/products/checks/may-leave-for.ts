const thisMachine = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Whether a person may be sent from our page to one of a vendor's, which its answer names: over TLS, but
 * where our own page goes without it or the vendor is played on this machine; and never to what is no page.
 */
export function mayLeaveFor(url: string, ourPage: string): boolean {
  const page = URL.parse(url);
  if (page?.protocol !== 'http:') return page?.protocol === 'https:';
  return thisMachine.includes(page.hostname) || ourPage.startsWith('http:');
}
