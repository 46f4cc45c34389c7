import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPool, endPool } from '../../src/foundation/db/connect.ts';
import type { Config } from '../../src/foundation/settings/config.ts';
import { storeCell } from '../../src/installation/cells/cell-queries.ts';
import { readCells } from '../../src/installation/cells/read-cells.ts';
import { createConsoleVisitor } from './console-visitor.ts';
import { createFixture, type Fixture } from './fixture.ts';
import { freePort } from './free-port.ts';

export interface Cells {
  /** The running cells, by number. */
  of(cell: number): Fixture;
  urlOf(cell: number): string;
  /** A browser that has the consoles of all cells open. */
  openBrowser(): Browser;
  close(): Promise<void>;
}

export interface Browser {
  cookies: Map<string, string>;
  at(cell: number): ReturnType<typeof createConsoleVisitor>;
}

interface CellOptions {
  settings?: Partial<Config>;
  /** Lines of its entry in cells.yaml, besides the address. */
  entry?: string;
  /** Listed, and not running. */
  isDown?: boolean;
}

/** Several installations that know each other's addresses; each has a database of its own. */
export async function createCells(wanted: Readonly<Record<number, CellOptions>>): Promise<Cells> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-cells-'));
  const cellsFile = join(folder, 'cells.yaml');
  const ports = new Map<number, number>();
  for (const cell of Object.keys(wanted)) ports.set(Number(cell), await freePort());
  const urlOf = (cell: number) => `http://localhost:${ports.get(cell)}`;
  const rows = Object.entries(wanted).map(
    ([cell, { entry = '' }]) => `  ${cell}: { url: "${urlOf(Number(cell))}"${entry} }`,
  );
  await writeFile(cellsFile, ['api: https://api.example.com', 'cells:', ...rows].join('\n'));
  const running = new Map<number, Fixture>();
  for (const [word, { settings, isDown }] of Object.entries(wanted)) {
    const cell = Number(word);
    if (isDown) continue;
    const connectBy = async (target: string) => {
      const pool = createPool(target, { max: 1, applicationName: 'test' });
      await storeCell(pool, cell);
      await endPool(pool);
      return target;
    };
    const address = { publicUrl: urlOf(cell), port: ports.get(cell) ?? 0, host: '127.0.0.1' };
    const config = { ...address, cellsFile, ...settings };
    const cells = await readCells(cellsFile);
    running.set(cell, await createFixture({ settings: config, cells, connectBy }));
  }
  const of = (cell: number) => running.get(cell) as Fixture;
  return {
    of,
    urlOf,
    openBrowser() {
      const cookies = new Map<string, string>();
      return {
        cookies,
        at: (cell) => createConsoleVisitor(of(cell).app, urlOf(cell), cookies),
      };
    },
    async close() {
      await Promise.all([...running.values()].map((each) => each.close()));
      await rm(folder, { recursive: true });
    },
  };
}

/** Switches from one cell to another as the pages do, up to the answer of the other cell. */
export async function switchCell(browser: Browser, from: number, to: number) {
  const token = await tokenForSwitch(browser, from, to);
  return browser.at(to).post('session/cell/enter', { token });
}

/** The token with which the browser comes to the other cell. */
export async function tokenForSwitch(browser: Browser, from: number, to: number): Promise<string> {
  const started = await browser.at(to).get(`session/cell/start?from=${from}`);
  const { searchParams } = new URL(String(started.headers.location));
  const signed = await browser.at(from).post('session/cell/sign', {
    to: Number(searchParams.get('to')),
    nonce: searchParams.get('nonce'),
  });
  return String(new URL(signed.body.url).hash).slice(1);
}
