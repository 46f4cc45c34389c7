import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { errorTable } from '../../../src/foundation/contract/errors/errors.ts';
import { freePort } from '../../kit/free-port.ts';

const folder = join(import.meta.dirname, '../../../deploy/proxy');

/** A reverse proxy that runs with its example of ours. */
export interface RunningProxy {
  ask(path: string, options?: Asked): Promise<Answer>;
  /** The first bytes of a response that stays open. */
  follow(path: string, host: string): Promise<string>;
  /** Its access log so far. */
  log(): string;
  stop(): void;
}

interface Answer {
  status: number;
  text: string;
  location?: string;
  retryAfter?: string;
}

interface Asked {
  host?: string;
  /** The address of the client. */
  from?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** What differs here from the machine for which an example is written. */
interface Place {
  port: number;
  /** Of one server, or of two. */
  serverPorts: readonly number[];
  certificates: string;
}

const programs = {
  nginx: {
    file: 'nginx.conf',
    adapt: (text: string, { port, serverPorts, certificates }: Place) => `daemon off;
pid ${certificates}/nginx.pid;
error_log stderr;
events {}
http {
${text
  .replaceAll('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
  .replace('127.0.0.1:8080', `127.0.0.1:${serverPorts[0]}`)
  .replace('# server 10.0.0.2:8080', `server 127.0.0.1:${serverPorts.at(-1)}`)
  .replaceAll('/etc/ssl/countersign', certificates)
  .replaceAll('/var/log/nginx/countersign.log', `${certificates}/access.log`)}
}`,
    check: (file: string) => ['nginx', '-t', '-c', file],
    run: (file: string) => ['nginx', '-c', file],
  },
  haproxy: {
    file: 'haproxy.cfg',
    adapt: (text: string, { port, serverPorts, certificates }: Place) =>
      text
        .replace('bind :443', `bind 127.0.0.1:${port}`)
        .replaceAll('127.0.0.1:8080', `127.0.0.1:${serverPorts[0]}`)
        .replaceAll('127.0.0.1:8081', `127.0.0.1:${serverPorts.at(-1)}`)
        .replaceAll('/etc/ssl/countersign', certificates)
        .replace('log /dev/log local0', 'log stdout format raw local0'),
    check: (file: string) => ['haproxy', '-c', '-f', file],
    run: (file: string) => ['haproxy', '-db', '-f', file],
  },
  caddy: {
    file: 'Caddyfile',
    adapt: (text: string, { port, serverPorts, certificates }: Place) => `{
	admin off
	auto_https disable_redirects
}
${text
  .replaceAll(
    /^([a-z.]+\.example\.com) \{/gm,
    `https://$1:${port} {
	bind 127.0.0.1
	tls ${certificates}/fullchain.pem ${certificates}/key.pem`,
  )
  .replace('127.0.0.1:8080', `127.0.0.1:${serverPorts[0]}`)
  // Debian's Caddy is older than 2.8.
  .replaceAll('log_skip', 'skip_log')}`,
    check: (file: string) => ['caddy', 'validate', '--adapter', 'caddyfile', '--config', file],
    run: (file: string) => ['caddy', 'run', '--adapter', 'caddyfile', '--config', file],
  },
} as const;

export type ProxyName = keyof typeof programs;
export const proxyNames = Object.keys(programs) as ProxyName[];

/** Runs an example in front of one server or two. */
export function startProxy(
  name: ProxyName,
  ...serverPorts: readonly number[]
): Promise<RunningProxy> {
  return runProxy(name, readFileSync(join(folder, programs[name].file), 'utf8'), serverPorts);
}

/** Validates a configuration with its own program, and runs it. */
export async function runProxy(
  name: ProxyName,
  text: string,
  serverPorts: readonly number[] = [],
): Promise<RunningProxy> {
  const { file, adapt, check, run } = programs[name];
  const certificates = mkdtempSync(join(tmpdir(), `countersign-${name}-`));
  makeCertificate(certificates);
  const port = await freePort();
  const example = join(certificates, file);
  writeFileSync(example, `${adapt(text, { port, serverPorts, certificates })}\n`);
  const [checker = '', ...words] = check(example);
  execFileSync(checker, words, { stdio: 'pipe' });
  const [program = '', ...args] = run(example);
  const child = spawn(program, args, { env: { ...process.env, HOME: certificates } });
  const said = collect(child);
  const accessLog = join(certificates, 'access.log');
  const log = () => said() + (existsSync(accessLog) ? readFileSync(accessLog, 'utf8') : '');
  return {
    ask: (path, asked) => ask(port, path, asked),
    follow: (path, host) => follow(port, path, host),
    log,
    stop() {
      child.kill('SIGTERM');
      rmSync(certificates, { recursive: true, force: true });
    },
  };
}

/** What a proxy says itself when no server answers: the envelope of an error, and when to ask again. */
export function expectUnreachable({ status, text, retryAfter }: Answer): void {
  const { docUrl, requestId, ...body } = JSON.parse(text);
  expect([status, retryAfter]).toEqual([503, '1']);
  expect(body).toEqual({
    ...{ code: 50309, reason: 'service_unreachable' },
    message: errorTable.service_unreachable.message.en,
  });
  expect(docUrl).toMatch(/^https:\/\/[a-z./]+\/docs\/errors\/50309$/);
  expect(requestId).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
}

function collect(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (data) => {
      text += data;
    });
  }
  return () => text;
}

function makeCertificate(into: string): void {
  const [key, chain] = [join(into, 'key.pem'), join(into, 'fullchain.pem')];
  const subject = ['-subj', '/CN=pay.example.com', '-addext', 'subjectAltName=DNS:*.example.com'];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  const words = ['req', '-x509', ...curve, '-nodes', '-days', '2', ...subject];
  execFileSync('openssl', [...words, '-keyout', key, '-out', chain], { stdio: 'pipe' });
  writeFileSync(join(into, 'both.pem'), readFileSync(chain, 'utf8') + readFileSync(key, 'utf8'));
}

function ask(port: number, path: string, asked: Asked = {}) {
  const { from, host = 'pay.example.com', headers = {}, body } = asked;
  return new Promise<Answer>((resolve, reject) => {
    const asking = request(
      {
        ...{ host: '127.0.0.1', port, path, localAddress: from, servername: host },
        method: body === undefined ? 'GET' : 'POST',
        rejectUnauthorized: false,
        agent: false,
        headers: {
          host,
          ...(body === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
          ...headers,
        },
      },
      (response) => {
        let text = '';
        response.on('data', (data) => {
          text += data;
        });
        const { location, 'retry-after': retryAfter } = response.headers;
        response.on('end', () =>
          resolve({
            ...{ status: response.statusCode ?? 0, text },
            ...(location && { location }),
            ...(retryAfter && { retryAfter }),
          }),
        );
      },
    );
    asking.on('error', reject);
    asking.end(body);
  });
}

function follow(port: number, path: string, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const asking = request({
      ...{ host: '127.0.0.1', port, path, servername: host, headers: { host } },
      ...{ rejectUnauthorized: false, agent: false },
    });
    asking.on('response', (response) => {
      response.once('data', (data) => {
        resolve(String(data));
        asking.destroy();
      });
    });
    asking.on('error', reject);
    asking.end();
  });
}
