import { createApp } from './app.ts';
import type { Config } from './config.ts';
import type { Log } from './db/log.ts';
import { ensurePartitions } from './db/partition-queries.ts';
import { demoKey } from './demo-key.ts';
import { openPlatform } from './open-platform.ts';
import { noteServer } from './running-servers.ts';

/** Starts the platform and serves until it is told to stop. */
export async function serve(
  config: Config,
  { version, log }: { version: string; log: Log },
): Promise<void> {
  const platform = await openPlatform(config, { role: 'serve', log });
  const stop = stopper(log);
  let forgetServer = () => {};
  try {
    await ensurePartitions(platform.pool).catch((error: Error) => {
      log.warn({ fault: error.name }, 'partitions could not be made now; the job tries again');
    });
    const apiKey = await demoKey(platform.pool, config.dataDir);
    const app = await createApp({
      config,
      databaseTarget: platform.databaseTarget,
      dataKey: platform.dataKey,
      log,
      version,
    });
    try {
      await app.start();
      forgetServer = noteServer({ dataDir: config.dataDir, embedded: platform.embedded });
      process.stdout.write(welcome(app.publicUrl(), apiKey));
      await stop.asked;
      log.info({}, 'stopping: calls in flight are being ended');
    } finally {
      forgetServer();
      await app.close();
    }
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
      ? new Error(
          `Port ${config.port} on ${config.host} is taken: free it, or set PORT to another.`,
        )
      : error;
  } finally {
    await platform.close();
    stop.forget();
  }
}

/**
 * The first signal stops in order. Ctrl-C comes twice, from the terminal and from npm's script, so only
 * a third one stops at once; the next start recovers.
 */
function stopper(log: Log) {
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  let signals = 0;
  const onSignal = () => {
    signals++;
    if (signals === 1) resolve();
    else if (signals === 3) {
      log.warn({}, 'stopped at once');
      process.exit(1);
    }
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return {
    asked,
    forget() {
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
    },
  };
}

function welcome(publicUrl: string, apiKey: string | undefined): string {
  const lines = [
    '',
    `  API        ${publicUrl}/api/v1`,
    `  Reference  ${publicUrl}/docs`,
    `  OpenAPI    ${publicUrl}/openapi.json`,
  ];
  if (apiKey) {
    lines.push(
      `  Test key   ${apiKey}`,
      '',
      '  Try it:',
      '',
      `  curl -i ${publicUrl}/api/v1/sms_code -H 'content-type: application/json' \\`,
      `    -H 'x-api-key: ${apiKey}' \\`,
      `    -d '{"mobile":"13800000000","code":"246810"}'`,
    );
  }
  return `${lines.join('\n')}\n\nready ${publicUrl}\n`;
}
