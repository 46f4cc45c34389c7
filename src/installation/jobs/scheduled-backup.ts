import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import type { Pool } from 'pg';
import type { Clock } from '../../foundation/clock.ts';
import type { Log } from '../../foundation/db/log.ts';
import { type Config, environmentOfCommand } from '../../foundation/settings/config.ts';
import { isBackupDue } from '../backup/backup-due.ts';
import { listBackups } from '../backup/stored-backups.ts';
import { backupJob, listRuns } from './queries.ts';
import type { Job } from './schedule.ts';

interface BackupJobPorts {
  pool: Pool;
  clock: Clock;
  config: Config;
  log: Log;
  /** Runs a command of this program on this installation, in another process. */
  run?(words: string[], config: Config, signal: AbortSignal): Promise<void>;
}

const minuteMs = 60_000;
/** Calls come first: the processor is for what is left over. */
const low = 10;

/** Makes the daily backup, on one of the servers that have a directory for it. */
export function backupJobs({ pool, clock, config, log, run = runCommand }: BackupJobPorts): Job[] {
  const { backupDir: folder, backupAt: at, timeZone } = config;
  if (folder === undefined) return [];
  let triedMs = Number.NEGATIVE_INFINITY;
  return [
    {
      name: 'scheduled backup',
      everyMs: minuteMs,
      isShared: true,
      async run(signal) {
        const last = (await listRuns(pool)).find(({ job }) => job === backupJob);
        // A folder that cannot be read is reported by the command.
        const [newest] = await listBackups(folder).catch(() => []);
        const known = {
          provedAt: last?.endedAt ?? null,
          storedAt: newest?.madeAt ?? null,
          triedAt: last?.startedAt ?? null,
        };
        if (!isBackupDue(clock.databaseNow() ?? new Date(), known, { at, timeZone })) return;
        // A command that cannot even begin leaves no trace in the database.
        if (performance.now() - triedMs < 60 * minuteMs) return;
        triedMs = performance.now();
        await run(['backup', 'run'], config, signal).catch((error: Error) => {
          log.error({ fault: error.message }, 'the scheduled backup failed');
          throw error;
        });
      },
    },
  ];
}

/** In a process of its own, a backup delays no call of this one; it ends with this one. */
async function runCommand(
  words: string[],
  { dataDir }: Config,
  signal: AbortSignal,
): Promise<void> {
  // The program that this server runs, as source or as a release.
  const program = process.argv[1] as string;
  const child = spawn(process.execPath, [program, ...words], {
    env: environmentOfCommand(dataDir),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const stop = () => child.kill('SIGTERM');
  signal.addEventListener('abort', stop);
  try {
    lowerPriority(child.pid);
    let said = '';
    child.stderr?.on('data', (data) => {
      said = `${said}${data}`.slice(-2_000);
    });
    const [code, by] = await once(child, 'close');
    if (code !== 0 && !signal.aborted)
      throw new Error(said.trim() || `it ended with ${by ?? code}`);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, low);
  } catch {
    // It has already ended, or the system has no priorities.
  }
}
