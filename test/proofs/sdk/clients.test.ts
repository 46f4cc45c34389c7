import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../../src/foundation/contract/operations/operations.ts';
import { createFixture, type Fixture } from '../../kit/fixture.ts';
import { runCollection } from '../../reference-clients/newman.ts';
import { isInstalled, runProgram } from './run-program.ts';

const folder = join(import.meta.dirname, '../../../sdk');
let fixture: Fixture;

beforeAll(async () => {
  fixture = await createFixture();
});
afterAll(() => fixture.close());

const access = () => ({ COUNTERSIGN_URL: fixture.url, COUNTERSIGN_API_KEY: fixture.apiKey });

const hasCurl = isInstalled('curl');
describe.skipIf(!hasCurl)('the curl scripts (skipped without curl)', () => {
  const run = async (operation: string, env: Record<string, string> = {}) =>
    JSON.parse(
      await runProgram('sh', [join(folder, 'curl', `${operation}.sh`)], {
        env: { ...access(), ...env },
      }),
    );

  test('cover every operation of the line', async () => {
    const check = await run('face_verify');
    expect(check.data.authUrl).toContain('/v/');
    const { data } = await run('face_recheck', { AUTH_TOKEN: check.data.authToken });
    expect(data.status).toBe(0);
    const key = { IDEMPOTENCY_KEY: 'a key with spaces' };
    const sent = await run('sms_code', key);
    expect((await run('sms_code', key)).requestId).toBe(sent.requestId);
    expect((await run('sms_notice')).data.productCode).toBe('sms_notice');
    const status = await run('sms_status', { REQUEST_ID: sent.requestId });
    expect(status.data.requestId).toBe(sent.requestId);
    expect((await run('balance')).data.mode).toBe('test');
    expect((await run('usage')).data.days).toEqual([]);
  });

  test('cover every webhook operation', async () => {
    const made = await run('webhook_endpoint_create');
    expect(made.data.secret).toMatch(/^whsec_/);
    const endpoint = { ENDPOINT_ID: String(made.data.endpointId) };
    expect((await run('webhook_endpoint_list')).data.endpoints).toMatchObject([{ state: 'on' }]);
    expect((await run('webhook_endpoint_update', endpoint)).data.state).toBe('on');
    const rolled = await run('webhook_endpoint_roll_secret', endpoint);
    expect(rolled.data.secret).not.toBe(made.data.secret);
    const tried = await run('webhook_endpoint_test', endpoint);
    expect(tried.data.deliveryId).toContain(`.${made.data.endpointId}`);
    const { requestId } = await run('sms_code');
    const found = await run('webhook_delivery_list', { ...endpoint, REQUEST_ID: requestId });
    expect(found.data.deliveries).toEqual([]);
    const again = { ...endpoint, DELIVERY_ID: tried.data.deliveryId };
    expect((await run('webhook_replay', again)).data.count).toBe(1);
    expect((await run('webhook_listen')).data.secret).toMatch(/^whsec_/);
    expect((await run('webhook_endpoint_delete', endpoint)).data).toMatchObject({
      endpointId: made.data.endpointId,
    });
  });

  test('fail with the reason when the platform refuses', async () => {
    const wrong = { COUNTERSIGN_API_KEY: 'cs_test_nobody' };
    await expect(run('balance', wrong)).rejects.toThrow('key_invalid');
    await expect(run('sms_status')).rejects.toThrow('the requestId of an earlier response');
  });
});

const python = `
import json, os, sys, threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from countersign import Countersign, CountersignError, verify_webhook

url, key = os.environ["COUNTERSIGN_URL"], os.environ["COUNTERSIGN_API_KEY"]
client = Countersign(url, key)
said = {}

sent = client.sms_code(mobile="13800000000", code="482913", idempotency_key="from python")
copy = client.sms_code({"mobile": "13800000000", "code": "482913"}, idempotency_key="from python")
said["once"] = sent["requestId"] == copy["requestId"]
said["state"] = client.sms_status(requestId=sent["requestId"])["data"]["productCode"]
started = client.verify.start(mobile="13800000000", purpose="sign-in")["data"]
guess = client.verify.check(verificationId=started["verificationId"], code="0000")["data"]
said["guess"] = [guess["result"], guess["attemptsLeft"]]
client.verify.cancel(verificationId=started["verificationId"])
said["ended"] = client.verify.status(verificationId=started["verificationId"])["data"]["state"]
check = client.face_verify(name="张三", cardNo="11010519491231002X")
said["status"] = client.face_recheck(authToken=check["data"]["authToken"])["data"]["status"]
said["notice"] = client.sms_notice(mobile="13800000000", content="Hello")["data"]["templateId"]
said["mode"] = client.balance()["data"]["mode"]
endpoint = client.webhook_endpoint_create(url="https://example.com/countersign")["data"]
said["secret"] = endpoint["secret"][:6]
said["deleted"] = client.webhook_endpoint_delete(endpointId=endpoint["endpointId"])["code"]
said["days"] = client.usage({"from": "2026-01-01", "to": "2026-01-02"})["data"]["days"]

try:
    client.sms_code(mobile="13800000001", code="1")
except CountersignError as error:
    said["refused"] = [error.status, error.reason, error.code, error.details[0]["reason"]]

keys = []
class Flaky(BaseHTTPRequestHandler):
    def do_POST(self):
        keys.append(self.headers["idempotency-key"])
        self.rfile.read(int(self.headers["content-length"]))
        good = len(keys) > 1
        body = b'{"code":0}' if good else b'<html>'
        self.send_response(201 if good else 503)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
    def log_message(self, *_):
        pass

server = HTTPServer(("127.0.0.1", 0), Flaky)
threading.Thread(target=server.serve_forever, daemon=True).start()
Countersign(f"http://127.0.0.1:{server.server_port}", "k").sms_code(mobile="1", code="1")
said["repeated"] = len(keys) == 2 and keys[0] == keys[1] and len(keys[0]) == 36

secret, then = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", 1614265330
headers = {
    "Webhook-Id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "Webhook-Timestamp": str(then),
    "Webhook-Signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
}
body = '{"test": 2432232314}'
said["verified"] = verify_webhook(headers, body, ["whsec_AAAA", secret], now=then)["test"]
def reason(*args, **more):
    try:
        verify_webhook(*args, **more)
    except CountersignError as error:
        return error.reason
said["unverified"] = [
    reason(headers, body + " ", secret, now=then),
    reason(headers, body, secret, now=then + 301),
    reason(headers, body, secret, float("nan"), now=then + 301),
    reason({**headers, "Webhook-Timestamp": "²"}, body, secret, now=then),
    reason({}, body, secret, now=then),
]
print(json.dumps(said))
`;

const hasPython = isInstalled('python3');
describe.skipIf(!hasPython)('the Python client (skipped without python3)', () => {
  test('calls, distinguishes errors, repeats under one key, and verifies a webhook', async () => {
    const env = { ...access(), PYTHONPATH: join(folder, 'python'), PYTHONDONTWRITEBYTECODE: '1' };
    const said = JSON.parse(await runProgram('python3', ['-W', 'error', '-c', python], { env }));
    expect(said).toEqual({
      once: true,
      state: 'sms_code',
      guess: ['wrong', 4],
      ended: 'cancelled',
      status: 0,
      notice: 'NOTICE_DEFAULT',
      mode: 'test',
      secret: 'whsec_',
      deleted: 0,
      days: [],
      refused: [400, 'provider_rejected', 40007, 'number_invalid'],
      repeated: true,
      verified: 2432232314,
      unverified: [
        'webhook_signature_wrong',
        'webhook_too_old',
        'webhook_too_old',
        'webhook_too_old',
        'webhook_headers_missing',
      ],
    });
  });
});

describe('the Postman collection', () => {
  test('runs from its first request to its last, each filled from earlier replies', async () => {
    const { run } = await runCollection({
      collection: join(folder, 'postman/countersign.postman_collection.json'),
      envVar: [
        { key: 'baseUrl', value: fixture.url },
        { key: 'apiKey', value: fixture.apiKey },
      ],
    });
    expect(run.failures.map(({ error, source }) => `${source?.name}: ${error.message}`)).toEqual(
      [],
    );
    expect(run.stats.requests.total).toBeGreaterThanOrEqual(operations.length);
    expect(run.stats.scripts).toMatchObject({ total: run.stats.requests.total, failed: 0 });
    const statuses = run.executions.map(({ item, response }) => `${item.name} ${response?.code}`);
    expect(statuses.filter((status) => !status.endsWith(' 201'))).toEqual([]);
  });
});
