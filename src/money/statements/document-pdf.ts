import { Worker } from 'node:worker_threads';
import { fail } from '../../foundation/contract/errors/errors.ts';
import { createSlots, NoSlot } from '../../foundation/slots.ts';
import type { PaperDocument } from './draw-document.ts';

/** Each thread takes a core and a hundred megabytes for a second or two. */
const maxAtOnce = 2;
const maxWaiting = 16;

/**
 * Limits concurrent drawing: excess requests wait, and are rejected with Retry-After when the queue is full.
 */
export function drawFewAtOnce(
  draw: (document: PaperDocument) => Promise<Buffer>,
): (document: PaperDocument) => Promise<Buffer> {
  const slots = createSlots(maxAtOnce, maxWaiting);
  return (document) =>
    slots
      .run(() => draw(document))
      .catch((cause) => {
        if (!(cause instanceof NoSlot)) throw cause;
        return fail('overloaded', { headers: { 'retry-after': '5' }, cause });
      });
}

/**
 * Draws a document as a PDF in its own thread: unpacking the glyph outlines takes a second, and calls must
 * not wait for it.
 */
export const documentPdf = drawFewAtOnce(drawInThread);

function drawInThread(document: PaperDocument): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./document-pdf-worker.ts', import.meta.url), {
      workerData: document,
    });
    worker.once('message', (drawn: Uint8Array) => resolve(Buffer.from(drawn)));
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`The document was not drawn: ${code}.`)));
  });
}
