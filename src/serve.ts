import { availableParallelism } from 'node:os';
import { type App, createApp } from './app.ts';
import { faultOf } from './foundation/db/faults.ts';
import type { Log } from './foundation/db/log.ts';
import { ensurePartitions } from './foundation/db/partition-queries.ts';
import { withSchema } from './foundation/db/session-settings.ts';
import type { Config } from './foundation/settings/config.ts';
import { awaitArrival, awaitCopy, isArriving } from './installation/cells/await-arrival.ts';
import { type Cells, readKnownCells } from './installation/cells/read-cells.ts';
import { withApiUrl } from './installation/cells/with-api-url.ts';
import { withDdlPool } from './installation/data-dir/ddl-pool.ts';
import { type DemoKey, demoKey } from './installation/data-dir/demo-key.ts';
import { memoryFault, workersThatFit } from './installation/data-dir/memory-fault.ts';
import { openPlatform, type Platform } from './installation/data-dir/open-platform.ts';
import { type OwnerLink, ownerLink } from './installation/data-dir/owner-link.ts';
import { noteServer } from './installation/data-dir/running-servers.ts';
import { addProductsAtStart } from './installation/jobs/add-products.ts';
import { listenFault } from './surfaces/http/listen-fault.ts';
import { createSharedMetricsServer } from './surfaces/http/metrics-server.ts';
import { isTaken, takenWords } from './surfaces/http/taken-port.mjs';
import { startWaitingServer } from './surfaces/http/waiting-server.ts';
import { createWorkers, isWorker, receiveTask, reportToFirst } from './surfaces/http/workers.ts';

interface Run {
  version: string;
  log: Log;
  /** Resolves when the process is asked to stop. */
  asked: Promise<void>;
  cells: Cells | undefined;
}

/** What a worker needs to serve: the first process has started and migrated the database. */
interface WorkerTask {
  databaseTarget: string;
  /** As the first process read it, so that a worker that replaces another knows the same cells. */
  cells: Cells | undefined;
}

/** What serves: the app in this process, or workers. */
type Serving = Pick<App, 'publicUrl' | 'metricsUrl' | 'start' | 'arrive' | 'close'>;

/** Starts the platform and serves until it is asked to stop. */
export async function serve(
  given: Config,
  { version, log }: { version: string; log: Log },
): Promise<void> {
  // Listens for signals before it starts anything that would outlive this process.
  const asked = askedToStop(log);
  const task = isWorker ? await receiveTask<WorkerTask>() : undefined;
  const cells = task ? task.cells : await readKnownCells(given.cellsFile);
  const config = withApiUrl(given, cells);
  const run = { version, log, asked, cells };
  if (task) return serveAsWorker(config, task, run);
  await requireFreePorts(config);
  const workers = countWorkers(config);
  const tooSmall = memoryFault({ isEmbedded: config.databaseUrl === undefined, workers });
  if (tooSmall) throw tooSmall;
  if (!(await awaitCell(config, run))) return;
  const settings = { max_connections: String(Math.max(130, 30 + 25 * workers)) };
  const platform = await openPlatform(config, { role: 'serve', log, settings, mayArrive: true });
  await serveOn(platform, workers, run).finally(() => platform.close());
  log.info({}, 'stopped');
}

/** Answers with 503 while a cell is being copied into this database. False if it was asked to stop meanwhile. */
async function awaitCell(config: Config, { log, asked }: Run): Promise<boolean> {
  const { databaseUrl, databaseSchema } = config;
  if (databaseUrl === undefined) return true;
  const target = withSchema(databaseUrl, databaseSchema);
  if (!(await isArriving(target))) return true;
  const stop = await startWaitingServer(config, log);
  log.info({}, 'waiting: this cell is being moved here');
  process.stdout.write('waiting for the cell that is being moved here\n');
  return awaitCopy(target, asked).finally(stop);
}

/** Serves on an opened installation until it is asked to stop. */
async function serveOn(platform: Platform, workers: number, run: Run): Promise<void> {
  const { log, version, asked, cells } = run;
  const { config, databaseTarget, vault, readKeys } = platform;
  let forgetServer = () => {};
  try {
    const { dataDir } = config;
    const isArriving = platform.isArriving;
    let demo = isArriving ? undefined : await furnish(platform, log);
    const serving =
      workers > 1
        ? serveByWorkers(platform, workers, run)
        : await createApp({
            ...{ config, databaseTarget, cells, vault, readKeys, log, version, isArriving },
          });
    try {
      await serving.start();
      if (isArriving) {
        // Everything is open, so that only the switch is missing.
        process.stdout.write('opened the copy; waiting for the switch\n');
        if (!(await awaitArrival(databaseTarget, asked, { isReady: true }))) return;
        await serving.arrive();
        demo = await furnish(platform, log);
      }
      const publicUrl = serving.publicUrl();
      forgetServer = noteServer({ dataDir, embedded: platform.embedded, url: publicUrl });
      const owner = await ownerLink(platform.pool, { dataDir, publicUrl, processes: workers });
      log.info({ version, url: publicUrl, workers }, 'started');
      process.stdout.write(
        welcome(publicUrl, {
          apiUrl: config.apiUrl ?? publicUrl,
          metrics: serving.metricsUrl(),
          demo,
          owner,
          workers,
        }),
      );
      // Our start script builds the console after this message, so that the build does not slow the start.
      process.send?.('ready');
      await asked;
      log.info({}, 'stopping; calls in flight are finished first');
    } finally {
      forgetServer();
      await serving.close();
    }
  } catch (error) {
    const { code, port } = error as NodeJS.ErrnoException & { port?: number };
    const address = listenAddresses(config).find((one) => one.port === port);
    throw (address && listenFault(code, address)) ?? error;
  }
}

/** Makes what a server needs beyond its tables: months for new calls, and the demo account. */
async function furnish({ pool, config, embedded }: Platform, log: Log) {
  await withDdlPool(pool, config, ensurePartitions).catch((error: unknown) => {
    log.warn({ fault: faultOf(error) }, 'partitions could not be created; the job tries again');
  });
  await addProductsAtStart(pool);
  const { demoAccount, dataDir } = config;
  const hasDemo = demoAccount === 'on' || (demoAccount === 'auto' && embedded);
  return hasDemo ? demoKey(pool, dataDir) : undefined;
}

/** How many processes serve: `auto` is one per processor, as far as the memory suffices. */
function countWorkers({ workers, databaseUrl }: Config): number {
  if (workers !== 'auto') return Number(workers);
  return Math.min(
    availableParallelism(),
    workersThatFit({ isEmbedded: databaseUrl === undefined }),
  );
}

/** Workers serve; this process owns the database, hands connections on and adds up the metrics. */
function serveByWorkers(platform: Platform, count: number, { log, cells }: Run): Serving {
  const { config, databaseTarget } = platform;
  const task: WorkerTask = { databaseTarget, cells };
  const workers = createWorkers(task, count, log);
  let url = config.publicUrl ?? '';
  const publicUrl = () => url;
  const metricsServer = createSharedMetricsServer({ config, log, publicUrl }, workers.metrics);
  return {
    publicUrl,
    metricsUrl: metricsServer.url,
    async start() {
      await metricsServer.start();
      url = await workers.start();
    },
    // Each worker waits for the cell by itself.
    arrive: async () => {},
    async close() {
      const { shutdownGraceMs } = config;
      await Promise.all([workers.stop(shutdownGraceMs), metricsServer.close(shutdownGraceMs)]);
    },
  };
}

/** One of several processes. The first one has opened the installation, and restarts this one if it fails. */
async function serveAsWorker(
  config: Config,
  { databaseTarget, cells }: WorkerTask,
  { version, log, asked }: Run,
): Promise<void> {
  const opened = { ...config, databaseUrl: databaseTarget };
  const platform = await openPlatform(opened, { role: 'visit', log, mayArrive: true });
  const { vault, readKeys, isArriving, close } = platform;
  const own = { ...config, metricsPort: undefined };
  const app = await createApp({
    ...{ config: own, databaseTarget, cells, vault, readKeys, log, version, isArriving },
  });
  try {
    await app.start();
    reportToFirst(app.publicUrl(), app.readMetrics);
    if (isArriving && (await awaitArrival(databaseTarget, asked, { isReady: false }))) {
      await app.arrive();
    }
    await asked;
  } finally {
    await app.close();
    await close();
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
  // A worker lives by its channel: connections come over it.
  if (!isWorker) process.channel?.unref();
  return asked;
}

interface Started {
  apiUrl: string;
  metrics: string | undefined;
  demo: DemoKey | undefined;
  owner: OwnerLink | undefined;
  workers: number;
}

function welcome(publicUrl: string, { apiUrl, metrics, demo, owner, workers }: Started): string {
  const lines = [
    '',
    `  API        ${apiUrl}/api/v1`,
    `  Docs       ${publicUrl}/docs`,
    `  OpenAPI    ${publicUrl}/openapi.json`,
    `  Console    ${publicUrl}/console`,
  ];
  if (owner?.link) lines.push(`  Owner      ${owner.link} (shown once; kept in ${owner.file})`);
  else if (owner?.isElsewhere)
    lines.push('  Owner      the server that started first printed the link');
  else if (owner) lines.push(`  Owner      the link that creates the owner is in ${owner.file}`);
  if (metrics) lines.push(`  Metrics    ${metrics}`);
  if (workers > 1) lines.push(`  Workers    ${workers}`);
  if (demo && !demo.apiKey) lines.push(`  Test key   in ${demo.file}`);
  if (demo?.apiKey) {
    lines.push(
      `  Test key   ${demo.apiKey} (shown once; kept in ${demo.file})`,
      '',
      '  Try it:',
      '',
      `  curl -i ${apiUrl}/api/v1/sms_code -H 'content-type: application/json' \\`,
      `    -H 'x-api-key: ${demo.apiKey}' \\`,
      `    -d '{"mobile":"13800000000","code":"246810"}'`,
    );
  }
  return `${lines.join('\n')}\n\nready ${publicUrl}\n`;
}
