/** The installation that was meant is not there, or cannot be used as it is. The message says where. */
export class Unreachable extends Error {
  override name = 'Unreachable';
}

/** What is said of it. A refused connection has words of the system's own, or, by several addresses, none. */
export function sayWhy(error: Error & { code?: string }): string {
  const { message, code, name } = error;
  if (!message) return `The database cannot be reached (${code ?? name}).`;
  const isSystems = /^(connect|getaddrinfo) /.test(message);
  return isSystems ? `The database cannot be reached: ${message}.` : message;
}
