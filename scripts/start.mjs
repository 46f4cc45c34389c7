import { buildConsoleBeside } from './build-console-beside.mjs';
import { prepare } from './prepare.mjs';
import { runNode } from './run-node.mjs';
import { serverFlags } from './server-flags.mjs';

const args = [...serverFlags, 'src/main.ts', 'serve', ...process.argv.slice(2)];
const node = prepare('production');
runNode(node, args, {
  tied: true,
  onMessage: (word) => {
    if (word === 'ready') buildConsoleBeside(node);
  },
});
