import { Worker } from 'node:worker_threads';
import type { StatementPaper } from './statement-paper.ts';

/**
 * Draws a statement as PDF, in a thread of its own: the outlines of its characters take a second to unpack,
 * and calls must not wait for them.
 */
export function statementPdf(paper: StatementPaper): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./statement-pdf-worker.ts', import.meta.url), {
      workerData: paper,
    });
    worker.once('message', (drawn: Uint8Array) => resolve(Buffer.from(drawn)));
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`The statement was not drawn: ${code}.`)));
  });
}
