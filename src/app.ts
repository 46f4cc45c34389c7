import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { type Clock, systemClock } from './foundation/clock.ts';
import { closeInOrder } from './foundation/close-in-order.ts';
import { dropSessions, endPool } from './foundation/db/connect.ts';
import { listen } from './foundation/db/listen.ts';
import type { Log } from './foundation/db/log.ts';
import { openPools, type Pools } from './foundation/db/open-pools.ts';
import { createOutageLog } from './foundation/db/outage-log.ts';
import { tryWrite } from './foundation/db/server-queries.ts';
import { createDeliverer } from './foundation/events/deliver.ts';
import type { GuardedClient } from './foundation/outbound/guarded-client.ts';
import { basePathOf } from './foundation/page/base-path.ts';
import { type PersonPlace, personPlaceOf } from './foundation/page/person-host.ts';
import { registerSkin } from './foundation/page/skin/skin.ts';
import { readWebFiles } from './foundation/page/web-files.ts';
import type { Config } from './foundation/settings/config.ts';
import type { Vault } from './foundation/vault.ts';
import { createStages } from './installation/cells/create-stages.ts';
import { openCells } from './installation/cells/open-cells.ts';
import { ddlTarget } from './installation/data-dir/ddl-pool.ts';
import { type KeyWatch, watchKeys } from './installation/data-keys/watch-keys.ts';
import { type JobPorts, platformJobs } from './installation/jobs/platform-jobs.ts';
import { createSchedule, type Job } from './installation/jobs/schedule.ts';
import { createChangeListener } from './line/callers/change-listener.ts';
import { createKeyUses } from './line/callers/key-uses.ts';
import { createPrincipalCache } from './line/callers/principal-cache.ts';
import { textLink } from './line/calls/call-with-check-link.ts';
import { createConversionWeights } from './line/calls/conversion-weights.ts';
import { type Line, latestReplyMs, lineSettings } from './line/calls/line.ts';
import { createLineWriter } from './line/calls/line-writer.ts';
import type { CallMetrics } from './line/calls/metrics.ts';
import { makeUnresolvedDue } from './line/calls/queries.ts';
import { registerCallRoutes } from './line/calls/routes.ts';
import { takeSandboxReceipts } from './line/calls/take-sandbox-receipts.ts';
import { createCallsInFlight } from './line/idempotency/in-flight.ts';
import { createRateLimiter } from './line/limits/rate-limiter.ts';
import { createRefusedCalls } from './line/refused/refused-calls.ts';
import { askAboutOrders } from './money/payments/ask-payment.ts';
import { isPayable } from './money/payments/is-payable.ts';
import { registerPayPages } from './money/payments/page/pay-routes.ts';
import type { PaymentPorts } from './money/payments/payment-ports.ts';
import { readOperator } from './people/accounts/operator-queries.ts';
import { findLogo } from './people/accounts/page-queries.ts';
import { themeOf } from './people/accounts/page-theme.ts';
import { askAboutSessions } from './products/checks/ask-provider.ts';
import type { CheckPorts } from './products/checks/check-ports.ts';
import { registerCheckRoutes } from './products/checks/page/check-routes.ts';
import type { TouchedCall } from './products/messages/receipt-queries.ts';
import { createReceiptWriter } from './products/messages/receipt-writer.ts';
import { createGuessWriter } from './products/verifications/guess-writer.ts';
import { registerCallbackRoutes } from './surfaces/callbacks/callback-routes.ts';
import { type CallbackPorts, keepReceipts } from './surfaces/callbacks/take-callback.ts';
import { openConsole } from './surfaces/console/open-console.ts';
import { registerConsolePage } from './surfaces/console/page/console-page.ts';
import { taskJobs } from './surfaces/console/tasks/task-jobs.ts';
import { openDocs } from './surfaces/docs/doc-routes.ts';
import { registerHomePage, sendMissingPage } from './surfaces/home/home-page.ts';
import type { GaugeSources } from './surfaces/http/gauges.ts';
import { registerHealth } from './surfaces/http/health.ts';
import type { Patience } from './surfaces/http/http-server.ts';
import { createMetrics } from './surfaces/http/metrics.ts';
import { createMetricsServer } from './surfaces/http/metrics-server.ts';
import { type ApiServer, createServer } from './surfaces/http/server.ts';
import { mailJobs } from './surfaces/mails/mail-jobs.ts';
import { noticeJobs } from './surfaces/notices/notice-jobs.ts';
import { readPlatformState } from './surfaces/reports/platform-state-queries.ts';
import type { Traces } from './surfaces/traces/create-traces.ts';
import { brokenProviders, createBreakers } from './vendors/providers/breakers.ts';
import { createDeadlines } from './vendors/providers/deadlines.ts';
import { LiveRegistry } from './vendors/providers/live-registry.ts';
import { createProviderRuns, type ProviderRuns } from './vendors/providers/provider-runs.ts';
import type { Registry } from './vendors/providers/registry.ts';
import type { Inbox } from './vendors/sandbox/inbox.ts';
import { createSandbox, type Sandbox } from './vendors/sandbox/sandbox.ts';
import { rehearsals } from './vendors/sandbox/sandbox-scripts.ts';
import { registerSandboxPages } from './vendors/sandbox/session-routes.ts';
import { vendors } from './vendors/vendors.ts';

export interface AppOptions {
  config: Config;
  /** URL of the migrated database. */
  databaseTarget: string;
  /** The list of cells; undefined for the only installation. */
  cells?: Parameters<typeof openCells>[1];
  vault: Vault;
  /** Reads the data keys again from where they are stored; without it, keys are never added. */
  readKeys?(): Promise<readonly Buffer[]>;
  log: Log;
  version: string;
  clock?: Clock;
  /** Tests add their own providers beside the sandbox. */
  extendRegistry?(registry: Registry): Registry;
  /** Whether the cell is still being moved here: callers are refused until `arrive`. */
  isArriving?: boolean;
  /** Tests that run jobs by hand leave the scheduled ones out. */
  withJobs?: boolean;
  /** Connection timeouts; tests shorten them. */
  patience?: Partial<Patience>;
}

export interface App {
  server: FastifyInstance;
  line: Line;
  inbox: Inbox;
  chaos: Sandbox['chaos'];
  providerRuns: ProviderRuns;
  pool: Pool;
  /** The public URL from the settings, or the address the server listens on. */
  publicUrl(): string;
  /** URL of the metrics once the server has started; undefined when no metrics port is set. */
  metricsUrl(): string | undefined;
  /** The metrics of this process, for the one that adds up several. */
  readMetrics: ReturnType<typeof createMetrics>['read'];
  start(): Promise<void>;
  /** Begins to serve a cell that was being moved here when the app was created. */
  arrive(): Promise<void>;
  /** Finishes calls in flight, then closes everything else, within the grace period. */
  close(): Promise<void>;
}

/** The console's build script writes here. */
const consoleFolder = join(import.meta.dirname, '../.cache/console');

/** For bursts of new connections: the kernel drops the excess, and clients retry after seconds. */
const backlog = 4_096;

/** The composition root: creates every component by hand and passes each one its dependencies. */
export async function createApp(given: AppOptions): Promise<App> {
  const log = createOutageLog(given.log);
  const options = { ...given, log };
  const { config, databaseTarget, version } = options;
  const pools = openPools(databaseTarget, config.databasePool, ddlTarget(config));
  const { pool, longPool, deliveryPool, ddlPool = longPool } = pools;
  const metrics = createMetrics(version);
  let listeningAt = `http://${config.host}:${config.port}`;
  const publicUrl = () => config.publicUrl ?? listeningAt;
  const apiUrl = () => config.apiUrl ?? publicUrl();
  const stopping = new AbortController();
  const place = personPlaceOf(config.personUrl, publicUrl);
  const { traces, calls } = await openTraces(options, metrics, publicUrl);
  const spans = traces ? [traces] : [];
  const around = { publicUrl, place, stopping: stopping.signal };
  const { line, inbox, ...heard } = await createLine(options, pools, calls, around);
  const changes = createChangeListener({ ...line, ...heard });
  const onMoved = () => Object.values(pools).forEach(dropSessions);
  const listener = listen({ target: databaseTarget, ...changes, onMoved, log });
  const patient = patientPorts(line, pool);
  const owned = { ...patient, longPool, ddlPool, inbox, config, ring: options.vault.ring };
  const schedule = createSchedule({ pool, log, metrics: metrics.jobs }, allJobs(owned, publicUrl));
  const { deliverer, outbound } = createDeliverer(config.outboundAllowedHosts, {
    ...line,
    pool: deliveryPool,
    metrics: metrics.deliveries,
  });
  const keyWatch = watchKeys({ ...options, pool, listenerPid: listener.backendPid });
  const workers = [schedule, deliverer, keyWatch];
  const stages = createStages(options, { listener, changes, keyWatch, workers, ...heard });
  const api = createServer({
    ...{ log, publicUrl, trustProxy: config.trustProxy },
    personHost: place.personHost,
    sendMissing: (request, reply) => sendMissingPage(request, reply, publicUrl()),
    isDraining: () => stopping.signal.aborted,
    isArriving: stages.isArriving,
    onRefused: metrics.refused,
    onAnswered: traces?.answered,
    patience: options.patience,
  });
  const callbacks = callbackPorts(patient, heard);
  const pages = { ...place, publicUrl, apiUrl: config.apiUrl, keyWatch };
  registerRoutes(api, line, pools.callPool, callbacks, pages);
  openDocs(api.app, { publicUrl, apiUrl });
  openConsole(api.app, { ...line, config, inbox, publicUrl, apiUrl, version });
  const server = { ...options, publicUrl, sources: gaugeSources(line, pools, outbound) };
  const metricsServer = createMetricsServer(server, metrics);

  return {
    server: api.app,
    ...{ line, inbox, chaos: heard.chaos, providerRuns: heard.providerRuns, pool, publicUrl },
    ...{ metricsUrl: metricsServer.url, readMetrics: metrics.read, arrive: stages.arrive },
    async start() {
      await stages.prepare();
      await metricsServer.start();
      listeningAt = await api.app.listen({ host: config.host, port: config.port, backlog });
      stages.begin();
    },
    close() {
      stopping.abort();
      return closeInOrder(config.shutdownGraceMs, line, {
        workers,
        servers: [api, metricsServer],
        outsiders: [heard.providers, outbound, line.keyUses, heard.providerRuns, ...spans],
        // Idle connections close in a moment; the shutdown does not wait for one that still runs a statement.
        database: () => [listener.close(), ...Object.values(pools).map((each) => endPool(each))],
      });
    },
  };
}

/** The export of traces, and counters of the line that use it. If it is off, its code is not even loaded. */
async function openTraces(
  { config, version, log }: AppOptions,
  { calls, spans }: ReturnType<typeof createMetrics>,
  publicUrl: () => string,
): Promise<{ traces?: Traces; calls: CallMetrics }> {
  const { otlpUrl: url, otlpSamplePercent: samplePercent } = config;
  if (url === undefined) return { calls };
  const { createTraces } = await import('./surfaces/traces/create-traces.ts');
  const traces = createTraces({ url, samplePercent, version, publicUrl, log, count: spans });
  const attempted: CallMetrics['attempted'] = (providerCode, attempt, call) => {
    calls.attempted(providerCode, attempt);
    traces.attempted({ ...attempt, providerCode, callId: call.callId, trace: call.trace });
  };
  return { traces, calls: { ...calls, attempted } };
}

/** What works in the background, on the connections of jobs. */
function patientPorts(line: Line, pool: Pool) {
  return {
    resolver: { ...line, pool },
    checks: { ...line.checks, pool },
    payments: { ...line.payments, pool },
  };
}

/** The platform's own jobs, the notices to its operator, the mail to customers, and the tasks of people. */
function allJobs(ports: JobPorts, publicUrl: () => string): Job[] {
  const { pool, vault, clock, log } = ports.resolver;
  const common = { pool, vault, clock, config: ports.config, publicUrl };
  return [
    ...platformJobs(ports),
    ...noticeJobs(common),
    ...mailJobs({ ...common, isPayable: (owner) => isPayable(ports.payments, owner) }),
    ...taskJobs({ ...common, log }),
  ];
}

/** Metrics that are read on each scrape instead of counted as they happen. */
function gaugeSources(
  { holds, registry, breakers }: Line,
  pools: Pools,
  { certificateDays }: Pick<GuardedClient, 'certificateDays'>,
): GaugeSources {
  return {
    platform: () => readPlatformState(pools.pool),
    process: () => ({
      callsPending: holds.pending(),
      brokenProviders: brokenProviders(registry, breakers),
      pools: {
        line: poolState(pools.linePool),
        calls: poolState(pools.callPool),
        jobs: poolState(pools.pool),
        long_jobs: poolState(pools.longPool),
        deliveries: poolState(pools.deliveryPool),
      },
      certificateDays: certificateDays(),
    }),
  };
}

function poolState({ options, totalCount, idleCount, waitingCount }: Pool) {
  return { max: options.max, used: totalCount - idleCount, waiting: waitingCount };
}

/** The providers, and where their receipts go, whether by callback or over a connection. */
interface Heard extends Pick<CallbackPorts, 'receipts' | 'makeDue'> {
  providers: LiveRegistry;
  providerRuns: ProviderRuns;
  chaos: Sandbox['chaos'];
}

/** What the handlers of vendor callbacks need. */
function callbackPorts(
  { checks, payments }: { checks: CheckPorts; payments: PaymentPorts },
  { providers, receipts, makeDue }: Heard,
): CallbackPorts {
  return {
    cells: checks.cells,
    providers,
    receipts,
    makeDue,
    askAboutSessions: (code, refs) => askAboutSessions(checks, code, refs),
    askAboutOrders: (code, orderNos) => askAboutOrders(payments, code, orderNos),
    log: checks.log,
  };
}

function registerRoutes(
  { app: server, post }: ApiServer,
  line: Line,
  pool: Pool,
  callbacks: CallbackPorts,
  {
    publicUrl,
    apiUrl,
    keyWatch,
    ...place
  }: PersonPlace & {
    publicUrl(): string;
    apiUrl?: string | undefined;
    keyWatch: Pick<KeyWatch, 'requireKeys'>;
  },
): void {
  registerCallRoutes(post, line);
  registerCallbackRoutes(server, { ...callbacks, publicUrl });
  const basePath = basePathOf(publicUrl());
  const personFiles = readWebFiles('check', { basePath: basePathOf(place.personUrl()) });
  registerCheckRoutes(server, line.checks, personFiles, {
    findLogo: (accountId, scheme) => findLogo(pool, accountId, scheme),
    themeOf,
  });
  const peoplePages = { ...place, styleUrl: personFiles.url('check.css') };
  registerPayPages(server, line.payments, peoplePages);
  registerSandboxPages(server, {
    ...{ pool, ...peoplePages },
    onOrder: (orderNo) => callbacks.askAboutOrders('sandbox', [orderNo]),
  });
  registerSkin(server);
  registerHomePage(server, { publicUrl, apiUrl });
  const { cell } = callbacks.cells;
  registerConsolePage(server, { basePath, apiUrl, folder: consoleFolder, cell });
  const tryDatabase = async () => {
    keyWatch.requireKeys();
    await tryWrite(pool);
  };
  registerHealth(server, { tryDatabase });
}

/** Creates the line and its dependencies, and the sandbox inbox, whose receipts come back into the line. */
async function createLine(
  { config, cells: known, log, clock = systemClock, vault, extendRegistry }: AppOptions,
  { pool: jobPool, callPool: pool, linePool }: Pools,
  metrics: CallMetrics,
  {
    publicUrl,
    place,
    stopping,
  }: { publicUrl(): string; place: PersonPlace; stopping: AbortSignal },
): Promise<{ line: Line; inbox: Inbox } & Heard> {
  const { personUrl } = place;
  const sandbox = createSandbox({
    ...{ pool, personUrl },
    onReceipts: (receipts) => takeSandboxReceipts(jobPool, receipts),
  });
  const receipts = createReceiptWriter(pool);
  const makeDue = (calls: readonly TouchedCall[]) => makeUnresolvedDue(jobPool, calls);
  const providers = new LiveRegistry({
    ...{ pool, vault, log, clock, vendors, publicUrl },
    connections: config.providerConnections,
    builtIn: [...sandbox.messages, sandbox.face, sandbox.payment],
    // These receipts come over the provider's own connection, so they are trusted.
    onReceipts: (code, said) => keepReceipts({ receipts, makeDue }, code, said, true),
  });
  await providers.reload();
  const registry = extendRegistry?.(providers) ?? providers;
  const { currency, providerTimeoutMs, resultDays } = config;
  const settings = { currency, providerTimeoutMs, timeZone: config.timeZone };
  const cells = await openCells(pool, known);
  const providerRuns = createProviderRuns(jobPool, log, clock);
  const breakers = createBreakers(providerRuns.note);
  const line: Line = {
    ...{ pool, clock, vault, log, registry },
    principals: createPrincipalCache(pool, undefined, ({ platformVersion }) =>
      providers.reach(platformVersion),
    ),
    rateLimiter: createRateLimiter(),
    keyUses: createKeyUses(jobPool, log),
    cells,
    ...createLineWriter({ pool: linePool, clock, vault, timeZone: config.timeZone, log }),
    guesses: createGuessWriter({ pool, clock, vault }),
    deadlines: createDeadlines(providerTimeoutMs),
    replyDeadlines: createDeadlines(latestReplyMs(config)),
    breakers,
    conversion: createConversionWeights({ pool: jobPool, clock, log }),
    metrics,
    settings: lineSettings(config, { publicUrl, personUrl }),
    inFlight: createCallsInFlight(),
    refused: createRefusedCalls({ pool: jobPool, log, vault, config, rehearsals }),
    rehearsals,
    takeSandboxScript: sandbox.inbox.takeScript,
    webhooks: { pool, clock, vault, allowedHosts: config.outboundAllowedHosts, stopping },
    payments: { pool, clock, log, providers: registry.payment, settings, personUrl },
    checks: {
      cells,
      pool,
      clock,
      vault,
      log,
      providers: registry.face,
      operator: () => readOperator(pool),
      textLink: (message) => textLink(line, message),
      breakers,
      settings: { ...place, providerTimeoutMs, resultDays },
    },
  };
  const { inbox, chaos } = sandbox;
  return { line, inbox, chaos, providers, providerRuns, receipts, makeDue };
}
