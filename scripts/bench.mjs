import { prepare } from './prepare.mjs';
import { runNode } from './run-node.mjs';

const args = process.argv.slice(2);
const script = [
  'cells',
  'exports',
  'migrations',
  'move',
  'overload',
  'search',
  'smpp',
  'vendors',
  'webhooks',
].includes(args[0] ?? '')
  ? `bench/${args[0]}.ts`
  : 'bench/main.ts';

runNode(prepare('full'), [script, ...args]);
