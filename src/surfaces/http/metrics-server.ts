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

export function createMetricsServer(
  options: {
    config: { metricsPort?: number | undefined; metricsHost: string };
    log: Log;
    publicUrl(): string;
    sources: GaugeSources;
  },
  metrics: Pick<ReturnType<typeof createMetrics>, 'registry' | 'count'>,
): MetricsServer {
  const { metricsPort: port, metricsHost: host } = options.config;
  const { log, publicUrl, sources } = options;
  const { app, close } = createServer({ log, publicUrl, trustProxy: [], isDraining: () => false });
  registerMetrics(app, metrics, sources);
  let address: string | undefined;
  return {
    url: () => address && `${address}/metrics`,
    async start() {
      if (port !== undefined) address = await app.listen({ host, port });
    },
    close,
  };
}
