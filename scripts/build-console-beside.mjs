import { spawn } from 'node:child_process';
import { openSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { built, failure, forgetStaleConsole } from './console-folder.mjs';
import { endWithUs } from './end-with-us.mjs';
import { root } from './prepare.mjs';

/**
 * Builds the console beside a server that already takes calls: in its own low-priority process,
 * which ends with this one. Calls are served even if the build fails.
 */
export function buildConsoleBeside(node) {
  try {
    if (forgetStaleConsole()) build(node);
  } catch (error) {
    process.stderr.write(`countersign: the console cannot be built here: ${error.message}\n`);
  }
}

/** Its output, including npm's, is stored to explain a missing console. */
function build(node) {
  const said = join(built, 'building.log');
  const log = openSync(said, 'w');
  const script = join(root, 'scripts', 'build-console.mjs');
  const child = spawn('nice', ['-n', '15', node, script], {
    cwd: root,
    stdio: ['ignore', log, log],
    detached: true,
  });
  child.on('error', ({ message }) => {
    process.stderr.write(`countersign: the console cannot be built here: ${message}\n`);
  });
  if (child.pid === undefined) return;
  // A build needs no orderly end: the next one starts over.
  const callOff = endWithUs(-child.pid, '', 0);
  child.on('exit', (code) => {
    callOff();
    if (code) renameSync(said, failure);
  });
}
