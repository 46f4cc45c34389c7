import { prepare } from './prepare.mjs';
import { runNode } from './run-node.mjs';

runNode(prepare('full'), process.argv.slice(2));
