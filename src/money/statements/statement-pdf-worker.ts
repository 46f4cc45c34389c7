import { parentPort, workerData } from 'node:worker_threads';
import { drawStatement } from './draw-statement.ts';
import type { StatementPaper } from './statement-paper.ts';

parentPort?.postMessage(await drawStatement(workerData as StatementPaper));
