import { Worker } from 'node:worker_threads';
import { fail } from '../../foundation/contract/errors/errors.ts';
import { createSlots } from '../../foundation/slots.ts';
import type { StatementPaper } from './statement-paper.ts';

/** A thread takes a core and a hundred megabytes for a second or two. */
const mostAtOnce = 2;
const mostWaiting = 16;

/** Few are drawn at once, some wait for their turn, and whoever comes then is told to come again. */
export function drawFewAtOnce(
  draw: (paper: StatementPaper) => Promise<Buffer>,
): (paper: StatementPaper) => Promise<Buffer> {
  const slots = createSlots(mostAtOnce);
  const { signal: patient } = new AbortController();
  return async (paper) => {
    if (slots.waiting() >= mostWaiting) fail('overloaded', { headers: { 'retry-after': '5' } });
    const leave = await slots.take(patient);
    try {
      return await draw(paper);
    } finally {
      leave();
    }
  };
}

/**
 * Draws a statement as PDF, in a thread of its own: the outlines of its characters take a second to unpack,
 * and calls must not wait for them.
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
