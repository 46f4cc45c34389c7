/**
 * Makes a process end when this one is gone, however it ends: a killed test runner notifies nobody.
 * Like the rest of this folder it runs on older Nodes, with Node's own modules only.
 */
import { spawn } from 'node:child_process';

/** The guard runs beside us in its own process group; its input closes when we end. */
const guard = `
  const { rmSync } = require('node:fs');
  const [pid, folder, graceMs] = process.argv.slice(1);
  const end = (signal) => {
    try {
      process.kill(Number(pid), signal);
    } catch {}
  };
  process.stdin.resume().on('end', () => {
    if (Number(graceMs) > 0) end('SIGINT');
    setTimeout(() => {
      end('SIGKILL');
      if (folder) rmSync(folder, { recursive: true, force: true });
    }, Number(graceMs));
  });
`;

/**
 * Kills the process, or with a negative pid its group, and removes the folder it leaves. The
 * returned function cancels this.
 */
export function endWithUs(pid, folder = '', graceMs = 3000) {
  const args = ['-e', guard, '--', String(pid), folder, String(graceMs)];
  const child = spawn(process.execPath, args, {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  child.unref();
  child.stdin.unref();
  return () => child.kill('SIGKILL');
}
