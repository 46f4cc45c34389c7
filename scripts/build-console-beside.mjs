import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { forgetStaleConsole } from './console-folder.mjs';
import { endWithUs } from './end-with-us.mjs';
import { root } from './prepare.mjs';

/**
 * Builds the console beside a server that takes calls already: in a process of its own that gives way to
 * it, and that ends with this one. What it says is kept for whoever asks why there is no console.
 */
export function buildConsoleBeside(node) {
  if (!forgetStaleConsole()) return;
  const script = join(root, 'scripts', 'build-console.mjs');
  const child = spawn('nice', ['-n', '15', node, script, '--log'], {
    cwd: root,
    stdio: 'ignore',
    detached: true,
  });
  // A machine without `nice` has no console until somebody builds it by hand; calls are taken all the same.
  child.on('error', () => {});
  if (child.pid === undefined) return;
  const callOff = endWithUs(-child.pid);
  child.on('exit', callOff);
}
