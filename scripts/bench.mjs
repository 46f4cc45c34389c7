import { prepare } from './prepare.mjs';
import { runNode } from './run-node.mjs';

const args = process.argv.slice(2);
const names =
  'cells exports knee migrations move overload search smpp vendors verify webhooks'.split(' ');
const named = names.find((name) => name === args[0]);
const script = args.includes('--gate') ? 'gate' : (named ?? 'main');

runNode(prepare('full'), [`bench/${script}.ts`, ...args]);
