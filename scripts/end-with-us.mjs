/**
 * Has a process end when this one is gone, however it goes: a runner of tests that is cut off tells
 * nobody. Like the rest of this folder it runs on older Nodes, with Node's own modules only.
 */
import { spawn } from 'node:child_process';

/** The guard lives beside us, in a group of its own; its input ends with us. */
const guard = `
  const { rmSync } = require('node:fs');
  const [pid, folder] = process.argv.slice(1);
  const end = (signal) => {
    try {
      process.kill(Number(pid), signal);
    } catch {}
  };
  process.stdin.resume().on('end', () => {
    end('SIGINT');
    setTimeout(() => {
      end('SIGKILL');
      if (folder) rmSync(folder, { recursive: true, force: true });
    }, 3000);
  });
`;

/**
 * Ends the process, or with a minus before its number the group, and removes the folder it leaves. The
 * returned function calls it off.
 */
export function endWithUs(pid, folder = '') {
  const child = spawn(process.execPath, ['-e', guard, '--', String(pid), folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  child.unref();
  child.stdin.unref();
  return () => child.kill('SIGKILL');
}
