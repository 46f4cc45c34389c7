import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createFixture, type Fixture } from '../../../test/kit/fixture.ts';
import { createCollector, type ReceivedSpan } from '../../../test/kit/otlp-collector.ts';

let collector: Awaited<ReturnType<typeof createCollector>>;
let fixture: Fixture;
let proxied: Fixture;
beforeAll(async () => {
  collector = await createCollector();
  const settings = { otlpUrl: collector.url, metricsPort: 0 };
  fixture = await createFixture({ settings });
  // Behind a proxy, the framework handles every request.
  proxied = await createFixture({ settings: { ...settings, trustProxy: ['127.0.0.1'] } });
});
beforeEach(() => void collector.spans.splice(0));
afterAll(async () => {
  await fixture.close();
  await proxied.close();
  await collector.close();
  expect(collector.faults).toEqual([]);
});

const mobile = '13800000000';
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;

async function post(
  { url, apiKey }: Pick<Fixture, 'url' | 'apiKey'>,
  body: object,
  headers: Record<string, string> = {},
) {
  const reply = await fetch(`${url}/api/v1/sms_code`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey, ...headers },
    body: JSON.stringify(body),
  });
  return (await reply.json()) as { requestId: string };
}

const spansOf = (kind: number) => collector.spans.filter((span) => span.kind === kind);

/** The spans of requests, once there are so many. */
async function served(count = 1): Promise<ReceivedSpan[]> {
  await expect.poll(() => spansOf(2).length).toBeGreaterThanOrEqual(count);
  return spansOf(2);
}

test.each([['the fast path', () => fixture] as const, ['the framework', () => proxied] as const])(
  'a call by %s is one span, and its attempt another, in the trace of the caller',
  async (_, which) => {
    const beforeMs = Date.now();
    const { requestId } = await post(which(), { mobile, code: '246810' }, { traceparent });
    const [request, ...others] = await served();
    const spanId = requestId.replaceAll('-', '').slice(-16);
    expect(others).toEqual([]);
    expect(request).toMatchObject({
      ...{ traceId, spanId, parentSpanId: '00f067aa0ba902b7', name: 'POST /api/v1/sms_code' },
      attributes: {
        ...{ 'http.request.method': 'POST', 'http.route': '/api/v1/sms_code' },
        ...{ 'url.path': '/api/v1/sms_code', 'url.scheme': 'http' },
        'http.response.status_code': '201',
        'countersign.request_id': requestId,
        'countersign.account': String(which().accountId),
      },
      resource: { 'service.name': 'countersign', 'service.version': '0.0.0' },
    });
    expect(request?.status).toBeUndefined();
    const [attempt] = spansOf(3);
    expect(attempt).toMatchObject({ traceId, parentSpanId: spanId, name: 'attempt sandbox' });
    expect(attempt?.attributes).toMatchObject({ 'countersign.outcome': 'done' });
    const [startMs, endMs] = [request?.startTimeUnixNano, request?.endTimeUnixNano].map(
      (nanoseconds) => Number(nanoseconds) / 1e6,
    ) as [number, number];
    // The two clocks are read one after the other.
    expect(startMs).toBeGreaterThan(beforeMs - 100);
    expect(endMs).toBeGreaterThan(startMs);
    expect(endMs).toBeLessThan(Date.now() + 100);
  },
);

test('a request without a trace begins one, named after itself', async () => {
  const { requestId } = await post(fixture, { mobile, code: '111111' });
  const [request] = await served();
  expect(request?.traceId).toBe(requestId.replaceAll('-', ''));
  expect(request?.parentSpanId).toBeUndefined();
  expect(spansOf(3)[0]?.traceId).toBe(request?.traceId);
});

// @mutant src/surfaces/traces/span.ts
// - if (trace) return (Number.parseInt(trace.flags, 16) & 1) === 1;
// + if (trace) return true;
test('a trace that its caller does not record is not exported', async () => {
  const unrecorded = traceparent.replace(/01$/, '00');
  await post(fixture, { mobile, code: '222222' }, { traceparent: unrecorded });
  const { requestId } = await post(fixture, { mobile, code: '333333' }, { traceparent });
  const ids = (await served()).map(({ attributes }) => attributes['countersign.request_id']);
  expect(ids).toEqual([requestId]);
  expect(spansOf(3)).toHaveLength(1);
});

test('a span contains nothing of what a request contains', async () => {
  const secret = 'Geheim1234567890';
  await fetch(`${fixture.url}/v/${secret}?name=${secret}`);
  await fetch(`${fixture.url}/${secret}/x?name=${secret}`, { headers: { traceparent: secret } });
  await fetch(`${fixture.url}/healthz`);
  await post(fixture, { mobile: secret, code: secret }, { 'idempotency-key': secret });
  const spans = await served(3);
  expect(spans.map(({ name }) => name)).toEqual(['GET /v/:link', 'GET', 'POST /api/v1/sms_code']);
  expect(spans[2]?.attributes['countersign.reason']).toBe('invalid_request');
  expect(spans.map(({ status }) => status)).toEqual([undefined, undefined, undefined]);
  expect(JSON.stringify(spans)).not.toMatch(new RegExp(`${secret}|${fixture.apiKey}`));
});

test('a burst of 1 000 requests is exported whole, in batches', async () => {
  const before = collector.batches.length;
  const health = () => fetch(`${fixture.url}/openapi.json`, { method: 'HEAD' });
  for (let at = 0; at < 20; at++) await Promise.all(Array.from({ length: 50 }, health));
  await served(1_000);
  expect(new Set(spansOf(2).map(({ spanId }) => spanId)).size).toBe(1_000);
  expect(collector.batches.length - before).toBeLessThan(50);
  const metrics = await (await fetch(fixture.app.metricsUrl() ?? '')).text();
  expect(metrics).toMatch(/countersign_spans_total\{result="exported"\} \d{4}/);
  expect(metrics).not.toMatch(/countersign_spans_total\{result="dropped"\}/);
});

test('a share of the requests without a trace is exported, and all that a caller records', async () => {
  const settings = { otlpUrl: collector.url, otlpSamplePercent: 0 };
  const sampling = await createFixture({ settings });
  await post(sampling, { mobile, code: '444444' });
  const { requestId } = await post(sampling, { mobile, code: '555555' }, { traceparent });
  // A shutdown sends what is queued.
  await sampling.close();
  const ids = spansOf(2).map(({ attributes }) => attributes['countersign.request_id']);
  expect(ids).toEqual([requestId]);
});

test('a collector that never answers delays neither a reply nor the shutdown', async () => {
  collector.answer(() => {});
  const slow = await createFixture({ settings: { otlpUrl: collector.url } });
  await post(slow, { mobile, code: '666666' });
  const startedMs = performance.now();
  await slow.app.close();
  expect(performance.now() - startedMs).toBeLessThan(5_000);
  await slow.close();
  collector.answer();
});
