/** The named installation does not exist or cannot be used as it is. The message says where. */
export class Unreachable extends Error {
  override name = 'Unreachable';
}

/**
 * The message for a person. A refused connection has the system's message, or none when it has several
 * addresses.
 */
export function explainError(error: Error & { code?: string }): string {
  const { message, code, name } = error;
  if (!message) return `The database cannot be reached (${code ?? name}).`;
  const isSystems = /^(connect|getaddrinfo) /.test(message);
  return isSystems ? `The database cannot be reached: ${message}.` : message;
}
