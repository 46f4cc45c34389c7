import { prepare } from './prepare.mjs';
import { runNode } from './run-node.mjs';

runNode(prepare('full'), ['bench/main.ts', ...process.argv.slice(2)]);
