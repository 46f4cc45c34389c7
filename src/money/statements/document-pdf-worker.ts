import { parentPort, workerData } from 'node:worker_threads';
import { drawDocument, type PaperDocument } from './draw-document.ts';

parentPort?.postMessage(await drawDocument(workerData as PaperDocument));
