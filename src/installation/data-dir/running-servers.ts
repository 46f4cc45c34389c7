import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A server that runs from this program, as commands need to know it. */
export interface RunningServer {
  pid: number;
  /** The folder that it was started from. */
  startedFrom: string;
  dataDir: string;
  /** Where it listens. */
  url: string;
  /** Whether its database is its own, under `dataDir`; no note holds the URL of another one. */
  embedded: boolean;
}

const notes = join(import.meta.dirname, '../../../.cache/servers');

/**
 * Leaves a note of this server beside the program, and returns how to take it away. It is a help for
 * commands and nothing else: where the program cannot be written to, there is none.
 */
export function noteServer(server: Omit<RunningServer, 'pid' | 'startedFrom'>): () => void {
  const { pid } = process;
  const file = join(notes, `${pid}.json`);
  const note = { pid, birth: birthOf(pid), startedFrom: process.cwd(), ...server };
  try {
    mkdirSync(notes, { recursive: true });
    writeFileSync(file, JSON.stringify(note), { mode: 0o644 });
  } catch {
    return () => {};
  }
  return () => rmSync(file, { force: true });
}

/** The servers that run now and were started from the folder that this process was started from. */
export function findServers(): RunningServer[] {
  return listNotes()
    .map((name) => readNote(join(notes, name)))
    .filter((note) => note !== undefined)
    .filter(({ startedFrom }) => startedFrom === process.cwd());
}

/** Where the server of an installation listens, if one runs from this program. */
export function findServerUrl(dataDir: string): string | undefined {
  const notesOfAll = listNotes().map((name) => readNote(join(notes, name)));
  return notesOfAll.find((note) => note?.dataDir === dataDir)?.url;
}

function listNotes(): string[] {
  try {
    return readdirSync(notes);
  } catch {
    return [];
  }
}

/** A note that a killed server left is cleared away by whoever finds it. */
function readNote(file: string): RunningServer | undefined {
  try {
    const { birth, ...server } = JSON.parse(readFileSync(file, 'utf8'));
    if (birth !== undefined && birthOf(server.pid) === birth) return server;
    rmSync(file, { force: true });
  } catch {
    // It is being written or taken away just now, or is not ours to remove.
  }
  return undefined;
}

/** When a process began: its number alone may have gone to another since. */
function birthOf(pid: number): string | undefined {
  try {
    if (process.platform !== 'linux') {
      return execFileSync('ps', ['-p', String(pid), '-o', 'lstart='], { encoding: 'utf8' }).trim();
    }
    // The name in the second field may hold anything, a closing parenthesis too.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ');
    return fields?.[19];
  } catch {
    return undefined;
  }
}
