import { Worker } from 'node:worker_threads';
import { fail } from '../../foundation/contract/errors/errors.ts';
import { createSlots, NoSlot } from '../../foundation/slots.ts';
import type { StatementPaper } from './statement-paper.ts';

/** Each thread takes a core and a hundred megabytes for a second or two. */
const maxAtOnce = 2;
const maxWaiting = 16;

/**
 * Limits concurrent drawing: excess requests wait, and are rejected with Retry-After when the queue is full.
 */
export function drawFewAtOnce(
  draw: (paper: StatementPaper) => Promise<Buffer>,
): (paper: StatementPaper) => Promise<Buffer> {
  const slots = createSlots(maxAtOnce, maxWaiting);
  return (paper) =>
    slots
      .run(() => draw(paper))
      .catch((cause) => {
        if (!(cause instanceof NoSlot)) throw cause;
        return fail('overloaded', { headers: { 'retry-after': '5' }, cause });
      });
}

/**
 * Draws a statement as a PDF in its own thread: unpacking the glyph outlines takes a second, and calls must
 * not wait for it.
 */
export const statementPdf = drawFewAtOnce(drawInThread);

function drawInThread(paper: StatementPaper): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./statement-pdf-worker.ts', import.meta.url), {
      workerData: paper,
    });
    worker.once('message', (drawn: Uint8Array) => resolve(Buffer.from(drawn)));
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`The statement was not drawn: ${code}.`)));
  });
}
