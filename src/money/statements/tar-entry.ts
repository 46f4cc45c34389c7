const blockSize = 512;

/** One file of a tar archive (ustar), with its padding. The same content gives the same bytes. */
export function tarEntry(name: string, content: Buffer, at: Date): Buffer {
  const header = Buffer.alloc(blockSize);
  const put = (text: string, offset: number) => header.write(text, offset, 'latin1');
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`;
  put(name, 0);
  put(octal(0o644, 7), 100);
  put(octal(0, 7), 108);
  put(octal(0, 7), 116);
  put(octal(content.length, 11), 124);
  put(octal(Math.floor(at.getTime() / 1_000), 11), 136);
  // The checksum counts its own field as spaces.
  put('        ', 148);
  put('0', 156);
  put('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  put(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  const padding = Buffer.alloc((blockSize - (content.length % blockSize)) % blockSize);
  return Buffer.concat([header, content, padding]);
}

/** Two empty blocks end an archive. */
export const tarEnd = Buffer.alloc(2 * blockSize);
