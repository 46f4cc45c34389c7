const mask = '***';

/** A token that a vendor handed out in exchange for the secrets, in a query, a form or JSON. */
const accessToken = /(\baccess_token["']?\s*[:=]\s*["']?)[^"'&\s]+/g;

/** A base64 run that is long enough to contain a secret. */
const base64 = /[A-Za-z0-9+/_-]{8,}={0,2}/g;

/**
 * Returns a function that masks secret values in requests and responses: plain, URL-encoded, form-encoded, in
 * JSON, and inside base64 such as a Basic authorization header. Access tokens are masked whatever their value.
 */
export function maskValues(values: readonly string[]): (text: string) => string {
  const hidden = [...new Set(values.filter(Boolean))];
  const spellings = [...new Set(hidden.flatMap(spellingsOf))].sort((a, b) => b.length - a.length);
  return (text) => {
    let masked = text;
    for (const spelling of spellings) masked = masked.replaceAll(spelling, mask);
    return masked
      .replace(accessToken, `$1${mask}`)
      .replace(base64, (run) => (holdsOne(run, hidden) ? mask : run));
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
