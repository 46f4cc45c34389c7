import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Type, { type Static } from 'typebox';
import Value from 'typebox/value';

/**
 * An OpenTelemetry collector, as far as a client can tell: it takes what the published definitions allow, and
 * answers 400 to anything else. Written from opentelemetry-proto (`trace.proto`, `common.proto`, and the JSON
 * encoding of `docs/specification.md`), not from our exporter.
 */
const fixed64 = Type.String({ pattern: '^[1-9][0-9]{18}$' });
const hex = (digits: number) => Type.String({ pattern: `^(?!0+$)[0-9a-f]{${digits}}$` });
const exactly = { additionalProperties: false };

const attributes = Type.Array(
  Type.Object(
    {
      key: Type.String({ minLength: 1 }),
      value: Type.Union([
        Type.Object({ stringValue: Type.String() }, exactly),
        Type.Object({ intValue: Type.String({ pattern: '^-?[0-9]{1,19}$' }) }, exactly),
      ]),
    },
    exactly,
  ),
);

const span = Type.Object(
  {
    traceId: hex(32),
    spanId: hex(16),
    parentSpanId: Type.Optional(hex(16)),
    name: Type.String({ minLength: 1 }),
    kind: Type.Integer({ minimum: 1, maximum: 5 }),
    startTimeUnixNano: fixed64,
    endTimeUnixNano: fixed64,
    attributes,
    status: Type.Optional(Type.Object({ code: Type.Integer({ minimum: 0, maximum: 2 }) }, exactly)),
  },
  exactly,
);

const scope = Type.Object({ name: Type.String(), version: Type.String() }, exactly);
const scopeSpans = Type.Object({ scope, spans: Type.Array(span, { minItems: 1 }) }, exactly);
const resourceSpans = Type.Object(
  { resource: Type.Object({ attributes }, exactly), scopeSpans: Type.Array(scopeSpans) },
  exactly,
);
const exportRequest = Type.Object({ resourceSpans: Type.Array(resourceSpans) }, exactly);

type Encoded = Static<typeof span>;

/** A span as received, with its attributes by name. */
export interface ReceivedSpan extends Omit<Encoded, 'attributes'> {
  attributes: Record<string, string>;
  resource: Record<string, string>;
}

type Answer = (response: ServerResponse) => void;

const accept: Answer = (response) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');

export const collectorAnswer =
  (status: number, body = '{}', headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);

export async function createCollector(port = 0) {
  const spans: ReceivedSpan[] = [];
  const batches: number[] = [];
  const faults: string[] = [];
  let answers: Answer[] = [];
  const take = (request: IncomingMessage, response: ServerResponse, body: string) => {
    const found = faultsOf(request, body);
    faults.push(...found);
    if (found.length > 0) return collectorAnswer(400)(response);
    const received = readSpans(body);
    batches.push(received.length);
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (!answer) spans.push(...received);
    (answer ?? accept)(response);
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => take(request, response, Buffer.concat(chunks).toString()));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    spans,
    /** The number of spans in each request that it could read. */
    batches,
    /** What is wrong with requests that it could not read. */
    faults,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Answers so, one after the other; the last answer stays. Without one, it takes everything. */
    answer(...next: Answer[]) {
      answers = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function faultsOf({ method, url, headers }: IncomingMessage, body: string): string[] {
  const line = `${method} ${url} ${headers['content-type']}`;
  if (line !== 'POST /v1/traces application/json') return [line];
  const parsed: unknown = JSON.parse(body);
  const faults = [...Value.Errors(exportRequest, parsed)];
  if (faults.length > 0) return faults.map((fault) => JSON.stringify(fault));
  return readSpans(body)
    .filter((one) => BigInt(one.endTimeUnixNano) < BigInt(one.startTimeUnixNano))
    .map(({ name }) => `${name} ends before it starts`);
}

function readSpans(body: string): ReceivedSpan[] {
  const { resourceSpans: sources } = JSON.parse(body) as Static<typeof exportRequest>;
  return sources.flatMap(({ resource, scopeSpans: scopes }) =>
    scopes.flatMap(({ spans }) =>
      spans.map((one) => ({
        ...one,
        attributes: byName(one.attributes),
        resource: byName(resource.attributes),
      })),
    ),
  );
}

function byName(encoded: Encoded['attributes']): Record<string, string> {
  const entries = encoded.map(({ key, value }) => [key, String(Object.values(value)[0])] as const);
  if (new Set(entries.map(([key]) => key)).size < entries.length) throw new Error('a key twice');
  return Object.fromEntries(entries);
}
