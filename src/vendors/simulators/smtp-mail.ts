/** What a mail says, as its recipient's program would read it. */
export interface ReadMail {
  /** The Message-ID, without its brackets. */
  id: string;
  said: Readonly<Record<string, string>>;
}

/** Reads a mail of one part in UTF-8. */
export function readMail(content: Buffer): ReadMail {
  const text = content.toString('latin1');
  const end = text.indexOf('\r\n\r\n');
  const fields = readHeader(text.slice(0, end));
  const encoding = fields.get('content-transfer-encoding') ?? '7bit';
  return {
    id: (fields.get('message-id') ?? '').replaceAll(/[<>]/g, ''),
    said: {
      from: readWords(fields.get('from') ?? ''),
      subject: readWords(fields.get('subject') ?? ''),
      automatic: fields.get('auto-submitted') ?? '',
      text: readBody(text.slice(end + 4), encoding.toLowerCase())
        .replaceAll('\r\n', '\n')
        .trimEnd(),
    },
  };
}

function readHeader(header: string): Map<string, string> {
  const unfolded = header.replaceAll(/\r\n[ \t]+/g, ' ');
  return new Map(
    unfolded.split('\r\n').map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
}

/** Decodes encoded words, which carry text outside ASCII in a header. */
function readWords(value: string): string {
  const joined = value.replaceAll(/\?=\s+=\?/g, '?==?');
  return joined.replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, encoding: string, word: string) =>
    encoding.toLowerCase() === 'b'
      ? Buffer.from(word, 'base64').toString()
      : fromQuoted(word.replaceAll('_', ' ')),
  );
}

function readBody(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  if (encoding === 'quoted-printable') return fromQuoted(body.replaceAll('=\r\n', ''));
  return Buffer.from(body, 'latin1').toString();
}

function fromQuoted(text: string): string {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString();
}
