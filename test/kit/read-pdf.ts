import { extractText } from 'unpdf';

/** The text of each page, as a reader finds it who knows nothing of how it was written. */
export async function readPdf(bytes: Uint8Array): Promise<string[]> {
  const { text } = await extractText(new Uint8Array(bytes), { mergePages: false });
  return text;
}
