import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Canary, openCanary } from '../../../test/outbound/canary.ts';
import { privateUrls } from '../../../test/outbound/private-urls.ts';
import { findUrlFault } from './find-url-fault.ts';
import { createGuardedClient, type GuardedClient } from './guarded-client.ts';
import { Forbidden } from './guarded-connector.ts';
import { createHttpClient, NotSent } from './http-client.ts';
import type { Lookup } from './public-lookup.ts';

const opened: { close(): unknown }[] = [];

afterEach(async () => {
  vi.restoreAllMocks();
  for (const each of opened.splice(0)) await each.close();
});

async function canary(): Promise<Canary> {
  const made = await openCanary();
  opened.push(made);
  return made;
}

function client(lookup: Lookup, allowedHosts: string[] = []): GuardedClient {
  const made = createGuardedClient({
    ...{ allowedHosts, lookup, connections: 8, connectTimeoutMs: 2_000 },
  });
  opened.push(made);
  return made;
}

const toLoopback: Lookup = async () => ['127.0.0.1', '::1'];
const body = '{"type":"endpoint.test"}';
const post = (url: string) => ({ url, body, signal: AbortSignal.timeout(10_000) });

async function serve(answer: Parameters<typeof createServer>[1]): Promise<number> {
  const server: Server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.push({ close: () => server.close() });
  return (server.address() as AddressInfo).port;
}

describe('an internal address', () => {
  // @mutant src/foundation/outbound/guarded-client.ts
  // - if (findUrlFault(request.url, allowedHosts)) throw new Forbidden(request.url);
  // + findUrlFault(request.url, allowedHosts);
  test('is refused in all of more than 600 spellings, and the listener gets no connection', async () => {
    const { port, visits } = await canary();
    const urls = privateUrls(port);
    expect(new Set(urls).size).toBeGreaterThan(600);
    const guarded = client(toLoopback);
    const passed: string[] = [];
    for (const url of urls) {
      const fault = await guarded.post(post(url)).catch((error) => error);
      if (!(fault instanceof Forbidden)) passed.push(`${url}: ${fault?.message ?? 'answered'}`);
    }
    expect(passed).toEqual([]);
    expect(visits).toEqual([]);
  });

  test('would be reached in hundreds of these spellings without the guard', async () => {
    const { port, visits } = await canary();
    const bare = createHttpClient({ connections: 8, connectTimeoutMs: 2_000 });
    opened.push(bare);
    // Only those that stay on this machine are tried.
    const inside = privateUrls(port).filter((url) =>
      /^(127\.|\[::(1|ffff:7f.*)?\]$|0\.0\.0\.0$|localhost$)/.test(URL.parse(url)?.hostname ?? ''),
    );
    for (const url of inside.filter((each) => /^http:/i.test(each))) {
      await bare.request({ ...post(url), method: 'POST' }).catch(() => {});
    }
    expect(visits.length).toBeGreaterThan(150);
    expect(visits).toContain('::1');
  });

  test('is recognized before it is saved, unless only DNS can tell', () => {
    const urls = privateUrls(8080);
    const unseen = urls.filter((url) => findUrlFault(url, []) === undefined);
    // A URL parser takes neither for an IP address, so each is a host name, judged by what it
    // resolves to.
    expect(unseen).toEqual(['http://127.0.0.0x1g:8080/']);
  });
});

describe('a host name', () => {
  const inside = [
    ...['127.0.0.1', '127.0.0.2', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1', '0.0.0.0', '::'],
    ...['10.0.0.1', '169.254.169.254', '100.100.100.200', 'fd00:ec2::254', 'fe80::1%lo', 'fe80::1'],
    ...[
      '64:ff9b::7f00:1',
      '64:ff9b:1::1',
      '2002:7f00:1::',
      '2001::1',
      '::127.0.0.1',
      'nonsense',
      '',
    ],
  ];

  test.each(inside)('that resolves to %j is refused, naming the address', async (address) => {
    const { port, visits } = await canary();
    const asked = client(async () => [address]).post(post(`http://hooks.example:${port}/`));
    const fault = await asked.catch((error) => error);
    expect(fault).toMatchObject({ constructor: Forbidden, address });
    // Customers must not query the operator's name servers.
    if (address.length > 2) expect(fault.message).not.toContain(address);
    expect(visits).toEqual([]);
  });

  // @mutant src/foundation/outbound/guarded-connector.ts
  // - const refused = addresses.find(isInsideAddress);
  // + const refused = addresses.slice(0, 1).find(isInsideAddress);
  test.each([0, 1, 2])(
    'is refused if one of several addresses is internal, at position %i',
    async (place) => {
      const { port, visits } = await canary();
      const addresses = ['93.184.216.34', '2606:2800:220:1::1'].toSpliced(place, 0, '127.0.0.1');
      const asked = client(async () => addresses).post(post(`https://hooks.example:${port}/`));
      await expect(asked).rejects.toBeInstanceOf(Forbidden);
      expect(visits).toEqual([]);
    },
  );

  const absent = (code: string) =>
    Promise.reject(Object.assign(new Error(`query ${code}`), { code }));

  test.each([
    ['none', async () => []],
    ['ENOTFOUND', () => absent('ENOTFOUND')],
    ['ENODATA', () => absent('ENODATA')],
  ])(
    'without an address (%s) is no error of the guard, was not sent, and reads like an internal one',
    async (_, lookup) => {
      const asked = client(lookup).post(post('http://hooks.example/'));
      const fault = await asked.catch((error) => error);
      expect(fault).toBeInstanceOf(NotSent);
      expect(fault).not.toBeInstanceOf(Forbidden);
      expect(fault.message).toBe(new Forbidden('10.0.0.1').message);
    },
  );

  test('whose name server does not answer is reported as such, because that is temporary', async () => {
    const asked = client(() => absent('ETIMEOUT')).post(post('http://hooks.example/'));
    await expect(asked).rejects.toThrow('ETIMEOUT');
  });
});

/**
 * Simulates the public internet: connections go to a server on this machine, and report the address
 * that the resolver returned. Returns the addresses in the order they were dialled.
 */
function playInternet(port: number, remoteAddress?: string): string[] {
  const dialled: string[] = [];
  const connect = net.connect;
  vi.spyOn(net, 'connect').mockImplementation(((options: net.TcpNetConnectOpts) =>
    connect({
      ...options,
      ...{
        host: 'hooks.example',
        port,
        autoSelectFamily: false,
        autoSelectFamilyAttemptTimeout: 250,
      },
      lookup: (name, lookupOptions, callback) => {
        options.lookup?.(name, lookupOptions, (fault, address) => {
          if (fault) return callback(fault, '');
          dialled.push(String(address));
          callback(null, '127.0.0.1', 4);
        });
      },
    }).on('connect', function (this: net.Socket) {
      if (remoteAddress) Object.defineProperty(this, 'remoteAddress', { value: remoteAddress });
    })) as typeof net.connect);
  return dialled;
}

describe('a resolver that changes its answer', () => {
  test('is asked once per connection, and that answer counts', async () => {
    const port = await serve((_, response) => response.setHeader('connection', 'close').end('ok'));
    const dialled = playInternet(port, '93.184.216.34');
    const answers = [['93.184.216.34'], ['127.0.0.1'], ['93.184.216.34']];
    const guarded = client(async () => answers.shift() ?? []);
    expect((await guarded.post(post('http://hooks.example/'))).text).toBe('ok');
    await expect(guarded.post(post('http://hooks.example/'))).rejects.toBeInstanceOf(Forbidden);
    expect((await guarded.post(post('http://hooks.example/'))).text).toBe('ok');
    expect([dialled, answers]).toEqual([['93.184.216.34', '93.184.216.34'], []]);
  });

  // @mutant src/foundation/outbound/guarded-connector.ts
  // - if (!isInsideAddress(reached)) return callback(null, socket);
  // + if (reached) return callback(null, socket);
  test('has a connection to any other address closed with nothing sent', async () => {
    let received = 0;
    const port = await serve((_, response) => {
      received++;
      response.end('ok');
    });
    playInternet(port);
    const asked = client(async () => ['93.184.216.34']).post(post('http://hooks.example/'));
    await expect(asked).rejects.toMatchObject({ constructor: Forbidden, address: '127.0.0.1' });
    expect(received).toBe(0);
  });
});

describe('an allowed address', () => {
  test('gets the request unchanged, with the name as its host', async () => {
    const got: { headers: IncomingHttpHeaders; text: string }[] = [];
    const port = await serve(async (request, response) => {
      got.push({ headers: request.headers, text: (await request.toArray()).join('') });
      response.end('ok');
    });
    playInternet(port, '93.184.216.34');
    const guarded = client(async () => ['93.184.216.34']);
    const answer = await guarded.post({
      ...post('http://Hooks.Example:8081/a?b=c'),
      headers: { 'webhook-id': 'evt' },
    });
    expect([answer.status, answer.text]).toEqual([200, 'ok']);
    expect(got).toMatchObject([
      { headers: { host: 'hooks.example:8081', 'webhook-id': 'evt' }, text: body },
    ]);
  });

  test('may be private if the operator allowed it, with its port or without', async () => {
    const port = await serve((_, response) => response.end('ok'));
    for (const allowed of ['127.0.0.1', `127.0.0.1:${port}`]) {
      const answer = await client(toLoopback, [allowed]).post(post(`http://127.0.0.1:${port}/`));
      expect(answer.text).toBe('ok');
    }
    const other = client(toLoopback, [`127.0.0.1:${port + 1}`, '127.0.0.2', 'localhost']);
    await expect(other.post(post(`http://127.0.0.1:${port}/`))).rejects.toBeInstanceOf(Forbidden);
  });

  test('cannot redirect the request', async () => {
    const { port: inside, visits } = await canary();
    const target = `http://127.0.0.1:${inside}/`;
    const ways: [number, Record<string, string>, string][] = [
      ...[300, 301, 302, 303, 305, 307, 308].map(
        (status): [number, { location: string }, string] => [status, { location: target }, ''],
      ),
      [201, { location: target, 'content-location': target }, ''],
      [
        200,
        { refresh: `0; url=${target}` },
        `<meta http-equiv="refresh" content="0; url=${target}">`,
      ],
      [200, { 'alt-svc': `h2="127.0.0.1:${inside}"`, link: `<${target}>; rel=preload` }, ''],
      [421, { location: target }, ''],
    ];
    let way = 0;
    const port = await serve((_, response) => {
      const [status, headers, text] = ways[way] ?? [500, {}, ''];
      response.writeHead(status, headers).end(text);
    });
    const guarded = client(toLoopback, [`127.0.0.1:${port}`]);
    for (; way < ways.length; way++) {
      const { status } = await guarded.post(post(`http://127.0.0.1:${port}/`));
      expect(status).toBe(ways[way]?.[0]);
    }
    expect(visits).toEqual([]);
  });

  test('is read only up to the limit, and counts as answered', async () => {
    const port = await serve((_, response) => {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(10_000)));
      };
      response.writeHead(200).on('drain', more);
      more();
    });
    const guarded = client(toLoopback, [`127.0.0.1:${port}`]);
    for (let time = 0; time < 3; time++) {
      const { status, text } = await guarded.post(post(`http://127.0.0.1:${port}/`));
      expect([status, text.length]).toEqual([200, 16_384]);
    }
  });
});
