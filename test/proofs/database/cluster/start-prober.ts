import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Writes all the time, to know when the cluster itself accepts writes by each way to it. */
export interface Prober {
  /** When a write succeeded, by the way it took. */
  successes: Readonly<Record<string, readonly number[]>>;
  /** How many acknowledged writes the database does not have. */
  countLost(pool: pg.Pool): Promise<number>;
  stop(): Promise<void>;
}

const patienceMs = 1_000;
const pauseMs = 50;

/** Each way has one or more targets, and works while one of them does. The pool creates the table. */
export async function startProber(
  pool: pg.Pool,
  ways: Readonly<Record<string, readonly string[]>>,
): Promise<Prober> {
  await pool.query('create table probes (id integer primary key)');
  const successes = Object.fromEntries(Object.keys(ways).map((way) => [way, [] as number[]]));
  const acknowledged: number[] = [];
  let isOn = true;
  let last = 0;

  async function write(client: pg.Client, way: string): Promise<void> {
    await client.connect();
    while (isOn) {
      const id = ++last;
      await client.query('insert into probes values ($1)', [id]);
      successes[way]?.push(performance.now());
      acknowledged.push(id);
      await sleep(pauseMs);
    }
  }

  async function keepWriting(target: string, way: string): Promise<void> {
    while (isOn) {
      const client = new pg.Client({
        connectionString: target,
        connectionTimeoutMillis: patienceMs,
        query_timeout: patienceMs,
      });
      client.on('error', () => {});
      // A follower refuses, a frozen member does not answer: both are asked again.
      await write(client, way).catch(() => {});
      void client.end().catch(() => {});
      await sleep(pauseMs);
    }
  }

  const writers = Object.entries(ways).flatMap(([way, targets]) =>
    targets.map((target) => keepWriting(target, way)),
  );
  return {
    successes,
    async countLost(reader) {
      // More writes are acknowledged while the rows are read.
      const known = [...acknowledged];
      const { rows } = await reader.query<{ id: number }>('select id from probes');
      const kept = new Set(rows.map(({ id }) => id));
      return known.filter((id) => !kept.has(id)).length;
    },
    async stop() {
      isOn = false;
      await Promise.all(writers);
    },
  };
}
