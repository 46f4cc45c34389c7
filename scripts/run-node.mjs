import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { root } from './prepare.mjs';

/** A terminal and npm both pass on one Ctrl-C; signals within this time are the same one. */
const sameSignalMs = 1000;

/**
 * Runs the pinned Node in place of this process: same terminal, same signals, same exit code. This
 * process outlives the child, so that npm reports how the child really ended. A `tied` child has a
 * channel to this process, over which it notices if this process is killed, and sends messages to
 * `onMessage`.
 */
export function runNode(node, args, { tied = false, onMessage = () => {} } = {}) {
  const stdio = ['inherit', 'inherit', 'inherit', ...(tied ? ['ipc'] : [])];
  const child = spawn(node, args, { cwd: root, stdio });
  let lastSignalAt = 0;
  const forward = (signal) => {
    const now = Date.now();
    if (now - lastSignalAt < sameSignalMs) return;
    lastSignalAt = now;
    child.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, forward);
  watchParent(() => child.kill('SIGTERM'));
  child.on('message', onMessage);
  child.on('error', (error) => {
    process.stderr.write(`countersign: ${node} could not be started: ${error.message}\n`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    process.exit(signal ? 128 + constants.signals[signal] : code);
  });
}

/** A killed npm cannot pass its signal on; the child must not keep running unnoticed. */
function watchParent(onLost) {
  const parent = process.ppid;
  if (!process.env.npm_lifecycle_event) return;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onLost();
  }, 500);
  timer.unref();
}
