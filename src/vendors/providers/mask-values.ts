const mask = '***';

/** A run of base64 that is long enough to hold a value worth hiding. */
const base64 = /[A-Za-z0-9+/_-]{8,}={0,2}/g;

/**
 * Makes what blackens values in whatever a vendor is sent or says: as they are, as an address, a form or
 * JSON writes them, and within base64, as the password of a header stands there.
 */
export function maskValues(values: readonly string[]): (text: string) => string {
  const hidden = [...new Set(values.filter(Boolean))];
  const spellings = [...new Set(hidden.flatMap(spellingsOf))].sort((a, b) => b.length - a.length);
  return (text) => {
    let masked = text;
    for (const spelling of spellings) masked = masked.replaceAll(spelling, mask);
    return masked.replace(base64, (run) => (holdsOne(run, hidden) ? mask : run));
  };
}

function spellingsOf(value: string): string[] {
  const inAddress = encodeURIComponent(value.toWellFormed());
  const inForm = new URLSearchParams({ v: value }).toString().slice(2);
  const inJson = JSON.stringify(value).slice(1, -1);
  const inAscii = inJson.replace(/[^ -~]/g, escapeOf);
  return [value, inAddress, inAddress.toLowerCase(), inForm, inJson, inAscii];
}

function escapeOf(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function holdsOne(run: string, hidden: readonly string[]): boolean {
  const plain = Buffer.from(run, 'base64').toString('utf8');
  return hidden.some((value) => plain.includes(value));
}
