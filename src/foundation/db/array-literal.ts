/**
 * PostgreSQL array literals for batches. The driver can write arrays too, but escapes every element
 * as if it came from a stranger; most of a batch is ids, numbers and names of ours, which need none.
 */

/** One column of a batch, or SQL null when there is nothing in it but nulls: most have such columns. */
export function columnOrNull<Item, Value>(
  { items }: { items: readonly Item[] },
  read: (item: Item) => Value | null,
  write: (values: readonly (Value | null)[]) => string,
): string | null {
  const values = items.map(read);
  return values.some((value) => value !== null) ? write(values) : null;
}

/** Numbers, UUIDs and names that hold nothing but letters, digits, `_`, `-`, `.` and `+`. */
export function plainArray(values: readonly (string | number | bigint | null)[]): string {
  let literal = '{';
  for (let i = 0; i < values.length; i++) {
    if (i > 0) literal += ',';
    literal += values[i] ?? 'NULL';
  }
  return `${literal}}`;
}

/** Any text. */
export function textArray(values: readonly (string | null)[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : quoted(value))).join(',')}}`;
}

export function bytesArray(values: readonly (Buffer | null)[]): string {
  let literal = '{';
  for (let i = 0; i < values.length; i++) {
    if (i > 0) literal += ',';
    const value = values[i];
    literal += value ? `"\\\\x${value.toString('hex')}"` : 'NULL';
  }
  return `${literal}}`;
}

function quoted(text: string): string {
  if (!text.includes('\\') && !text.includes('"')) return `"${text}"`;
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
