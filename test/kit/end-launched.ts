import { afterAll } from 'vitest';
import { endLaunched } from './server-process.ts';

// Runs after the hooks of each file. The files share their worker, so what one leaves behind slows the next ones.
afterAll(endLaunched);
