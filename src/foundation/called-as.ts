import { existsSync } from 'node:fs';
import { join } from 'node:path';

const isClone = existsSync(join(import.meta.dirname, '../../scripts/start.mjs'));

/** How an operator starts a server: a clone has npm's scripts, a release its own program. */
export const startWords = isClone ? 'npm start' : 'countersign start';
