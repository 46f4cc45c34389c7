import { prepare } from './prepare.mjs';
import { runNode } from './run-node.mjs';
import { serverFlags } from './server-flags.mjs';

const args = [...serverFlags, 'src/main.ts', 'serve', ...process.argv.slice(2)];
runNode(prepare('production'), args, { tied: true });
