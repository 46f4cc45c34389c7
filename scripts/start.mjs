import { prepare } from './prepare.mjs';
import { runNode } from './run-node.mjs';

runNode(prepare('production'), ['src/main.ts', 'serve', ...process.argv.slice(2)], { tied: true });
