/** The smallest id at a point in time. */
export function idAt(ms: number): string {
  return uuidOf(BigInt(Math.max(0, Math.floor(ms))) << 80n);
}

/** The time that an id contains. */
export function timeOf(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
}

/** The id just before or after another one: exclusive bounds that match only that id. */
export function neighbourOf(id: string, step: bigint): string {
  return uuidOf(BigInt(`0x${id.replaceAll('-', '')}`) + step);
}

function uuidOf(value: bigint): string {
  const maxUuid = (1n << 128n) - 1n;
  const clamped = value < 0n ? 0n : value > maxUuid ? maxUuid : value;
  const digits = clamped.toString(16).padStart(32, '0');
  return digits.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5');
}
