import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buildConnector } from 'undici';
import { expect, test } from 'vitest';
import { certificate, privateKey } from '../../../test/vendors/loopback-certificate.ts';
import { createCertificateNotes, noteCertificates } from './certificate-notes.ts';
import { createHttpClient } from './http-client.ts';

const dayMs = 24 * 3_600_000;

test('knows the days until the first certificate expires, by its latest connection', () => {
  const notes = createCertificateNotes();
  const nowMs = Date.now();
  expect(notes.daysLeft(nowMs)).toBeNull();
  notes.note('a.example:443', nowMs + 90 * dayMs);
  notes.note('b.example:443', nowMs + 3 * dayMs);
  expect(notes.daysLeft(nowMs)).toBeCloseTo(3, 5);
  // The customer has renewed it.
  notes.note('b.example:443', nowMs + 80 * dayMs);
  expect(notes.daysLeft(nowMs)).toBeCloseTo(80, 5);
});

test('forgets a host that was not connected to for a week, and keeps a bounded number', () => {
  const notes = createCertificateNotes();
  const nowMs = Date.now();
  for (let host = 0; host <= 10_000; host++) {
    notes.note(`${host}.example:443`, nowMs + (host + 1) * dayMs);
  }
  expect(notes.daysLeft(nowMs)).toBeCloseTo(2, 5);
  expect(notes.daysLeft(nowMs + 8 * dayMs)).toBeNull();
});

// @mutant src/foundation/outbound/certificate-notes.ts
// - if (!Number.isNaN(expiresAtMs)) notes.note
// + if (Number.isNaN(expiresAtMs)) notes.note
test('reads the expiry from a real TLS connection, and nothing from one that fails', async () => {
  const server = createServer({ cert: certificate, key: privateKey }, (_, reply) => reply.end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const ask = async (ca: string | undefined) => {
    const notes = createCertificateNotes();
    const connect = noteCertificates(buildConnector(ca ? { ca } : {}), notes);
    const client = createHttpClient({ connections: 1, connectTimeoutMs: 5_000, connect });
    const signal = AbortSignal.timeout(10_000);
    const request = { method: 'POST', url: `https://127.0.0.1:${port}/`, signal } as const;
    const status = await client.request(request).then(
      (answer) => answer.status,
      () => 'refused',
    );
    await client.close();
    return { status, days: notes.daysLeft() };
  };
  const trusted = await ask(certificate);
  const distrusted = await ask(undefined);
  server.close();
  expect(trusted.status).toBe(200);
  // The certificate ends on 22 October 2126.
  const days = (Date.parse('2126-10-22T20:57:07Z') - Date.now()) / dayMs;
  expect(trusted.days).toBeCloseTo(days, 1);
  expect(distrusted).toEqual({ status: 'refused', days: null });
});
