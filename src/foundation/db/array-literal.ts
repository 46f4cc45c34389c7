/**
 * PostgreSQL array literals for batches. The driver can write arrays too, but escapes every element as
 * untrusted; most of a batch is our own IDs, numbers and names, which need no escaping.
 */

/** One column of a batch, or SQL null when every value is null, which is common. */
export function columnOrNull<Item, Value>(
  { items }: { items: readonly Item[] },
  read: (item: Item) => Value | null,
  write: (values: readonly (Value | null)[]) => string,
): string | null {
  const values = items.map(read);
  return values.some((value) => value !== null) ? write(values) : null;
}

/** For numbers, UUIDs and names that contain only letters, digits, `_`, `-`, `.` and `+`. */
export function plainArray(values: readonly (string | number | bigint | null)[]): string {
  let literal = '{';
  for (let i = 0; i < values.length; i++) {
    if (i > 0) literal += ',';
    literal += values[i] ?? 'NULL';
  }
  return `${literal}}`;
}

/** For any text. */
export function textArray(values: readonly (string | null)[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : quoted(value))).join(',')}}`;
}

/** For bytes, as such or in hexadecimal digits. */
export function bytesArray(values: readonly (Buffer | string | null)[]): string {
  let literal = '{';
  for (let i = 0; i < values.length; i++) {
    if (i > 0) literal += ',';
    const value = values[i];
    if (value == null) literal += 'NULL';
    else literal += `"\\\\x${typeof value === 'string' ? value : value.toString('hex')}"`;
  }
  return `${literal}}`;
}

function quoted(text: string): string {
  if (!text.includes('\\') && !text.includes('"')) return `"${text}"`;
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
