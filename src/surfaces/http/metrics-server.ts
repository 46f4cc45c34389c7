import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import type { Log } from '../../foundation/db/log.ts';
import type { GaugeSources } from './gauges.ts';
import { type createMetrics, registerMetrics } from './metrics.ts';
import { createServer } from './server.ts';

/** Metrics for the operator's monitoring, on a listener of their own that callers cannot reach. */
interface MetricsServer {
  url(): string | undefined;
  start(): Promise<void>;
  close(graceMs: number): Promise<void>;
}

interface MetricsServerOptions {
  config: { metricsPort?: number | undefined; metricsHost: string };
  log: Log;
  publicUrl(): string;
}

export function createMetricsServer(
  options: MetricsServerOptions & { sources: GaugeSources },
  metrics: Pick<ReturnType<typeof createMetrics>, 'registry' | 'count'>,
): MetricsServer {
  return openMetricsServer(options, (app) => registerMetrics(app, metrics, options.sources));
}

/** The listener for metrics that several processes have together. */
export function createSharedMetricsServer(
  options: MetricsServerOptions,
  read: () => Promise<string>,
): MetricsServer {
  return openMetricsServer(options, (app) => {
    app.get('/metrics', async (_request, reply) => {
      reply.header('content-type', Registry.PROMETHEUS_CONTENT_TYPE);
      return read();
    });
  });
}

function openMetricsServer(
  { config, log, publicUrl }: MetricsServerOptions,
  register: (app: FastifyInstance) => void,
): MetricsServer {
  const { metricsPort: port, metricsHost: host } = config;
  const { app, close } = createServer({ log, publicUrl, trustProxy: [], isDraining: () => false });
  register(app);
  let address: string | undefined;
  return {
    url: () => address && `${address}/metrics`,
    async start() {
      if (port !== undefined) address = await app.listen({ host, port });
    },
    close,
  };
}
