import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../../src/foundation/clock.ts';
import { createHttpClient } from '../../../src/foundation/outbound/http-client.ts';
import { smpp } from '../../../src/vendors/adapters/smpp/smpp.ts';
import { type OpenedMessages, openMessages } from '../../../src/vendors/providers/open-provider.ts';
import type { Receipt } from '../../../src/vendors/providers/provider.ts';
import { readConfig } from '../../../src/vendors/providers/read-config.ts';
import { freePort } from '../../kit/free-port.ts';
import { certificate, privateKey } from '../../vendors/loopback-certificate.ts';

/** What a test started, in order; each is ended in reverse. */
export const endings: (() => unknown)[] = [];

/** A program that a test started, with what it printed. */
interface Running {
  port: number;
  output(): string;
}

export function hasProgram(command: string, ...words: string[]): boolean {
  try {
    execFileSync(command, words, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function run(command: string, words: string[]): { child: ChildProcess; output(): string } {
  const child = spawn(command, words, { stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      printed += chunk;
    });
  }
  endings.push(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  return { child, output: () => printed };
}

async function untilListening(port: number): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const socket = createConnection(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    await sleep(100);
  }
  throw new Error(`nothing listens at ${port}`);
}

/** Kannel's own test centre. It needs a bearerbox at a fixed port, and asks it for nothing that matters here. */
export async function startKannel(): Promise<Running> {
  const bearerbox = createServer((socket) => socket.on('error', () => {}).resume());
  bearerbox.listen(13_001, '127.0.0.1');
  await once(bearerbox, 'listening');
  endings.push(() => bearerbox.close());
  const port = await freePort();
  const words = ['-v', '0', '-p', String(port), '-m', '1000000'];
  const { output } = run('/usr/lib/kannel/test/drive_smpp', words);
  // It counts a connection that is closed again as its client.
  while (!output().includes('accept_thread) maps')) await sleep(50);
  await sleep(200);
  return { port, output };
}

/** A TLS port in front of another one. */
export async function startStunnel(behind: number): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-stunnel-'));
  endings.push(() => rmSync(folder, { recursive: true }));
  const port = await freePort();
  writeFileSync(join(folder, 'both.pem'), `${privateKey}\n${certificate}\n`);
  const settings = [
    ...['foreground = yes', 'pid =', `[smpp]`, `accept = 127.0.0.1:${port}`],
    ...[`connect = 127.0.0.1:${behind}`, `cert = ${join(folder, 'both.pem')}`],
  ];
  writeFileSync(join(folder, 'stunnel.conf'), `${settings.join('\n')}\n`);
  const { output } = run('stunnel', [join(folder, 'stunnel.conf')]);
  while (!output().includes('Configuration successful')) await sleep(50);
  return { port, output };
}

/** The centre of `net-smpp-centre.pl`. */
export async function startPerl(): Promise<Running> {
  const { output } = run('perl', [join(import.meta.dirname, 'net-smpp-centre.pl')]);
  while (!/^listening \d+$/m.test(output())) await sleep(50);
  const port = Number(/^listening (\d+)$/m.exec(output())?.[1]);
  await untilListening(port);
  return { port, output };
}

/** The adapter as a server opens it, with the receipts that it reports. */
export function openAdapter(settings: Record<string, unknown>): {
  provider: OpenedMessages;
  receipts: Receipt[];
} {
  const receipts: Receipt[] = [];
  const provider = openMessages(smpp, {
    code: 'foreign',
    config: readConfig(smpp, {
      ...{ systemId: 'foo', password: 'bar', source: 'Example', ...settings },
    }),
    tools: {
      http: createHttpClient({ connections: 1, connectTimeoutMs: 1_000 }),
      ...{ clock: systemClock, callbackUrl: () => '' },
      log: { debug() {}, info() {}, warn() {}, error() {} },
      onReceipts: async (more) => void receipts.push(...more),
    },
  });
  endings.push(() => provider.close?.());
  return { provider, receipts };
}
