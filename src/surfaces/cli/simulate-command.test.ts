import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { launch } from '../../../test/kit/server-process.ts';
import { loadConfig } from '../../foundation/settings/config.ts';
import { runCommandLine } from './run-command-line.ts';

/** Any listener keeps the process alive. */
function listeners(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length;
}

test.each(['yunpian', 'smpp'])('%s on a taken port says so, and exits', async (vendor) => {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address() as AddressInfo;
  const before = listeners();
  let said = '';
  let exitCode = 0;
  await runCommandLine(['simulate', vendor, '--port', String(port)], {
    version: '0.0.0',
    open: () => Promise.reject(new Error('nothing is opened here')),
    openUpgrade: () => Promise.reject(new Error('nothing is upgraded here')),
    openEmpty: async () => ({
      config: loadConfig({}),
      version: '0.0.0',
      open: () => Promise.reject(new Error('nothing is restored here')),
      close: async () => {},
    }),
    serve: async () => {},
    terminal: {
      out: (text) => {
        said += text;
      },
      err: (text) => {
        said += text;
      },
      setExitCode: (code) => {
        exitCode = code;
      },
    },
  });
  holder.close();
  await once(holder, 'close');
  expect(said).toBe(
    `countersign: Port ${port} is in use. Free it, or choose another with --port.\n`,
  );
  expect(exitCode).toBe(1);
  // What an earlier file left may end meanwhile too.
  await expect.poll(listeners).toBeLessThan(before);
});

// A vendor that runs beside the platform always has connections open.
test.each(['SIGTERM', 'SIGINT', 'disconnect'] as const)(
  '%s ends it at once, whoever is connected',
  async (event) => {
    const { child, output } = launch(['simulate', 'http-sms', '--json'], {});
    const ended = once(child, 'exit');
    await expect.poll(() => output.stdout).toContain('\n');
    const { port } = new URL(JSON.parse(output.stdout).url);
    const client = connect(Number(port), '127.0.0.1').on('error', () => {});
    client.write('POST / HTTP/1.1\r\nhost: vendor\r\ncontent-length: 9\r\n\r\nhalf');
    await once(client, 'connect');
    // The client never ends its request: a simulator that waits for it ends this test by its time-out.
    if (event === 'disconnect') child.disconnect();
    else child.kill(event);
    expect(await ended).toEqual([0, null]);
    client.destroy();
  },
);
