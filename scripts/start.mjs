import { isTaken, listenAddress, takenWords } from '../src/surfaces/http/taken-port.mjs';
import { buildConsoleBeside } from './build-console-beside.mjs';
import { prepare } from './prepare.mjs';
import { runNode } from './run-node.mjs';
import { serverFlags } from './server-flags.mjs';

// A taken port is reported before a minute of installing and creating a database.
const address = listenAddress(process.env);
if (address && (await isTaken(address))) {
  process.stderr.write(`countersign: ${takenWords(address, 'PORT')}\n`);
  process.exit(1);
}

const args = [...serverFlags, 'src/main.ts', 'serve', ...process.argv.slice(2)];
const node = prepare('production');
runNode(node, args, {
  tied: true,
  onMessage: (word) => {
    if (word === 'ready') buildConsoleBeside(node);
  },
});
