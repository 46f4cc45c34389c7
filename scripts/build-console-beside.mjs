import { spawn } from 'node:child_process';
import { openSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { built, failure, forgetStaleConsole } from './console-folder.mjs';
import { endWithUs } from './end-with-us.mjs';
import { root } from './prepare.mjs';

/**
 * Builds the console beside a server that takes calls already: in a process of its own that gives way to
 * it, and that ends with this one. Whatever goes wrong here, calls are taken all the same.
 */
export function buildConsoleBeside(node) {
  try {
    if (forgetStaleConsole()) build(node);
  } catch (error) {
    process.stderr.write(`countersign: the console cannot be built here: ${error.message}\n`);
  }
}

/** What it says, npm's words among them, is kept for whoever asks why there is no console. */
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
  const callOff = endWithUs(-child.pid);
  child.on('exit', (code) => {
    callOff();
    if (code) renameSync(said, failure);
  });
}
