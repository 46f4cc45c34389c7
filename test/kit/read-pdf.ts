import { extractText } from 'unpdf';

/** The text of each page, as an independent PDF reader extracts it. */
export async function readPdf(bytes: Uint8Array): Promise<string[]> {
  const { text } = await extractText(new Uint8Array(bytes), { mergePages: false });
  return text;
}
