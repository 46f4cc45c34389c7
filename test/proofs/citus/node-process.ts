import { spawn } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import pg from 'pg';

/** A PostgreSQL of this machine that a proof kills and starts again. */
export interface NodeProcess {
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** Finds the process of a server by its file of the process ID; the server must be on this machine. */
export async function findProcess(url: string): Promise<NodeProcess> {
  const [directory = '', file = ''] = await ask(
    url,
    `select current_setting('data_directory'), pg_read_file('postmaster.pid')`,
  );
  const pid = Number(file.split('\n')[0]);
  const [program = '', ...words] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  const { uid, gid } = statSync(directory);
  const env = Object.fromEntries(
    readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .map((line) => line.split(/=(.*)/s).slice(0, 2)),
  );
  return {
    async kill() {
      process.kill(pid, 'SIGKILL');
      await until(async () => !(await answers(url)));
    },
    async start() {
      const args = words.filter(Boolean);
      spawn(program, args, { uid, gid, env, cwd: '/', stdio: 'ignore', detached: true }).unref();
      await until(() => answers(url));
    },
  };
}

async function ask(url: string, text: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query({ text, rowMode: 'array' });
    return rows[0] ?? [];
  } finally {
    await client.end();
  }
}

const answers = (url: string) =>
  ask(url, 'select 1').then(
    () => true,
    () => false,
  );

async function until(condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('the server did not follow within a minute');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
