export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const part of header?.split(';') ?? []) {
    const [key = '', ...value] = part.trim().split('=');
    if (key === name && value.length > 0) return value.join('=');
  }
  return undefined;
}
