import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A server running from this program, as commands need to know it. */
export interface RunningServer {
  pid: number;
  /** The folder it was started from. */
  startedFrom: string;
  dataDir: string;
  /** The URL it listens on. */
  url: string;
  /**
   * Whether it uses the embedded database under `dataDir`; a note never contains the URL of an external one.
   */
  embedded: boolean;
}

const notes = join(import.meta.dirname, '../../../.cache/servers');

/**
 * Writes a note about this server beside the program, and returns a function that removes it. It only helps
 * commands: if the program's folder is not writable, there is no note.
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

/** The running servers that were started from the same folder as this process. */
export function findServers(): RunningServer[] {
  return listNotes()
    .map((name) => readNote(join(notes, name)))
    .filter((note) => note !== undefined)
    .filter(({ startedFrom }) => startedFrom === process.cwd());
}

/** The URL of an installation's server, if one runs from this program. */
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

/** Reads a note, and removes it if its server was killed. */
function readNote(file: string): RunningServer | undefined {
  try {
    const { birth, ...server } = JSON.parse(readFileSync(file, 'utf8'));
    if (birth !== undefined && birthOf(server.pid) === birth) return server;
    rmSync(file, { force: true });
  } catch {
    // The note is being written or removed just now, or this process may not remove it.
  }
  return undefined;
}

/** When a process started: its PID alone may have been reused since. */
function birthOf(pid: number): string | undefined {
  try {
    if (process.platform !== 'linux') {
      return execFileSync('ps', ['-p', String(pid), '-o', 'lstart='], { encoding: 'utf8' }).trim();
    }
    // The process name in the second field may contain anything, even a closing parenthesis.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ');
    return fields?.[19];
  } catch {
    return undefined;
  }
}
