/**
 * A random name of this browser for this one check, so that the server can tell the computer where the person began
 * from the phone. The return URL carries it into other tabs. It says nothing about the browser.
 */
export function findVisitor(link: string): string {
  const carried = new URLSearchParams(location.search).get('by');
  const name = carried ?? recall(link) ?? makeName();
  keep(link, name);
  return name;
}

/** Without storage, as in some private windows, the name lasts as long as the page. */
function recall(link: string): string | null {
  try {
    return localStorage.getItem(keyOf(link));
  } catch {
    return null;
  }
}

function keep(link: string, name: string): void {
  try {
    localStorage.setItem(keyOf(link), name);
  } catch {}
}

function keyOf(link: string): string {
  return `check ${link.slice(0, 8)}`;
}

function makeName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
