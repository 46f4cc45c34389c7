import { createApp } from './app.ts';
import { faultOf } from './foundation/db/faults.ts';
import type { Log } from './foundation/db/log.ts';
import { ensurePartitions } from './foundation/db/partition-queries.ts';
import type { Config } from './foundation/settings/config.ts';
import { type DemoKey, demoKey } from './installation/data-dir/demo-key.ts';
import { memoryFault } from './installation/data-dir/memory-fault.ts';
import { openPlatform, type Platform } from './installation/data-dir/open-platform.ts';
import { type OwnerLink, ownerLink } from './installation/data-dir/owner-link.ts';
import { noteServer } from './installation/data-dir/running-servers.ts';
import { listenFault } from './surfaces/http/listen-fault.ts';
import { isTaken, takenWords } from './surfaces/http/taken-port.mjs';

/** Starts the platform and serves until it is asked to stop. */
export async function serve(
  config: Config,
  { version, log }: { version: string; log: Log },
): Promise<void> {
  // Listens for signals before it starts anything that would outlive this process.
  const asked = askedToStop(log);
  await requireFreePorts(config);
  const tooSmall = memoryFault(config.databaseUrl === undefined);
  if (tooSmall) throw tooSmall;
  const platform = await openPlatform(config, { role: 'serve', log });
  await serveOn(platform, { version, log, asked }).finally(() => platform.close());
  log.info({}, 'stopped');
}

/** Serves on an opened installation until it is asked to stop. */
async function serveOn(
  platform: Platform,
  { version, log, asked }: { version: string; log: Log; asked: Promise<void> },
): Promise<void> {
  const { config } = platform;
  let forgetServer = () => {};
  try {
    await ensurePartitions(platform.pool).catch((error: unknown) => {
      log.warn({ fault: faultOf(error) }, 'partitions could not be created; the job tries again');
    });
    const { demoAccount } = config;
    const hasDemo = demoAccount === 'on' || (demoAccount === 'auto' && platform.embedded);
    const demo = hasDemo ? await demoKey(platform.pool, config.dataDir) : undefined;
    const app = await createApp({
      config,
      databaseTarget: platform.databaseTarget,
      vault: platform.vault,
      readKeys: platform.readKeys,
      log,
      version,
    });
    try {
      await app.start();
      forgetServer = noteServer({
        dataDir: config.dataDir,
        embedded: platform.embedded,
        url: app.publicUrl(),
      });
      const publicUrl = app.publicUrl();
      const { dataDir } = config;
      const owner = await ownerLink(platform.pool, { dataDir, publicUrl });
      log.info({ version, url: publicUrl }, 'started');
      process.stdout.write(welcome(publicUrl, app.metricsUrl(), demo, owner));
      // Our start script builds the console after this message, so that the build does not slow the start.
      process.send?.('ready');
      await asked;
      log.info({}, 'stopping; calls in flight are finished first');
    } finally {
      forgetServer();
      await app.close();
    }
  } catch (error) {
    const { code, port } = error as NodeJS.ErrnoException & { port?: number };
    const address = listenAddresses(config).find((one) => one.port === port);
    throw (address && listenFault(code, address)) ?? error;
  }
}

/** The addresses it will listen on, with the settings that name them. */
function listenAddresses({ host, port, metricsHost, metricsPort }: Config) {
  const metrics = { name: 'METRICS_PORT', host: metricsHost, port: metricsPort ?? 0 };
  return [metrics, { name: 'PORT', host, port }];
}

/** Checks the ports first: creating or repairing a database takes long, and would be wasted on a busy port. */
async function requireFreePorts(config: Config): Promise<void> {
  for (const address of listenAddresses(config)) {
    if (await isTaken(address)) throw new Error(takenWords(address, address.name));
  }
}

/**
 * The first signal starts an orderly shutdown. Ctrl-C arrives twice, from the terminal and from npm's script,
 * so only the third signal stops at once; the next start recovers. A closing terminal sends SIGHUP several
 * times, and a killed script closes its channel: neither forces a stop. The handlers stay until the process
 * ends, because a signal in its last moment would make an orderly end look like a kill.
 */
function askedToStop(log: Log): Promise<void> {
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  const begin = () => resolve();
  let signals = 0;
  const onSignal = () => {
    begin();
    signals++;
    if (signals < 3) return;
    log.warn({}, 'stopped at once; the next start recovers');
    process.exit(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, onSignal);
  process.on('SIGHUP', begin);
  // The channel exists only when our own script started this server, and closes when that script dies.
  process.on('disconnect', begin);
  process.channel?.unref();
  return asked;
}

function welcome(
  publicUrl: string,
  metricsUrl: string | undefined,
  demo: DemoKey | undefined,
  owner: OwnerLink | undefined,
): string {
  const lines = [
    '',
    `  API        ${publicUrl}/api/v1`,
    `  Docs       ${publicUrl}/docs`,
    `  OpenAPI    ${publicUrl}/openapi.json`,
    `  Console    ${publicUrl}/console`,
  ];
  if (owner?.link) lines.push(`  Owner      ${owner.link} (shown once; kept in ${owner.file})`);
  else if (owner?.isElsewhere)
    lines.push('  Owner      the server that started first printed the link');
  else if (owner) lines.push(`  Owner      the link that creates the owner is in ${owner.file}`);
  if (metricsUrl) lines.push(`  Metrics    ${metricsUrl}`);
  if (demo && !demo.apiKey) lines.push(`  Test key   in ${demo.file}`);
  if (demo?.apiKey) {
    lines.push(
      `  Test key   ${demo.apiKey} (shown once; kept in ${demo.file})`,
      '',
      '  Try it:',
      '',
      `  curl -i ${publicUrl}/api/v1/sms_code -H 'content-type: application/json' \\`,
      `    -H 'x-api-key: ${demo.apiKey}' \\`,
      `    -d '{"mobile":"13800000000","code":"246810"}'`,
    );
  }
  return `${lines.join('\n')}\n\nready ${publicUrl}\n`;
}
