import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../kit/free-port.ts';

/** A series of a query's answer: its labels, and pairs of time and value. */
export interface Series {
  metric: Readonly<Record<string, string>>;
  values: readonly (readonly [seconds: number, value: string])[];
}

export interface Prometheus {
  isReady(): Promise<boolean>;
  /** The answer of a range query over the last seconds; throws if the expression is not valid. */
  query(expr: string, seconds: number): Promise<Series[]>;
  stop(): Promise<void>;
}

/** A real Prometheus that scrapes one address every second. */
export async function startPrometheus(metricsUrl: string): Promise<Prometheus> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-prometheus-'));
  const { host, pathname } = new URL(metricsUrl);
  const config = {
    global: { scrape_interval: '1s' },
    scrape_configs: [
      { job_name: 'countersign', metrics_path: pathname, static_configs: [{ targets: [host] }] },
    ],
  };
  // JSON is YAML too.
  writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify(config));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const program: ChildProcess = spawn(
    'prometheus',
    [
      `--config.file=${folder}/prometheus.yml`,
      `--storage.tsdb.path=${folder}/data`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  );
  return {
    isReady: () =>
      fetch(`${url}/-/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
    async query(expr, seconds) {
      const end = Date.now() / 1_000;
      const span = { start: String(end - seconds), end: String(end), step: '1' };
      const asked = new URLSearchParams({ query: expr, ...span });
      const reply = await fetch(`${url}/api/v1/query_range?${asked}`);
      const body = (await reply.json()) as { error?: string; data: { result: Series[] } };
      if (!reply.ok) throw new Error(`${expr}: ${body.error}`);
      return body.data.result;
    },
    async stop() {
      const ended = once(program, 'exit');
      program.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
