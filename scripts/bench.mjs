import { prepare } from './prepare.mjs';
import { runNode } from './run-node.mjs';

const args = process.argv.slice(2);
const script = args[0] === 'smpp' ? 'bench/smpp.ts' : 'bench/main.ts';

runNode(prepare('full'), [script, ...args]);
