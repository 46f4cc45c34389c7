/** Builds the console, then makes the release with the pinned Node. */
import { buildConsole } from './build-console.mjs';
import { prepare } from './prepare.mjs';
import { runNode } from './run-node.mjs';

const node = prepare('full');
buildConsole(() => {}, { isRelease: true });
runNode(node, ['scripts/make-release.ts', ...process.argv.slice(2)]);
