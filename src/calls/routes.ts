import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { envelopeHeaders, pickLanguage } from '../contract/envelope.ts';
import { ApiError, fail } from '../contract/errors.ts';
import { type Operation, operations, type Product, products } from '../contract/products.ts';
import { replyHeaders } from '../page/page-headers.ts';
import type { Line } from './line.ts';
import type { CallRequest, Reply } from './request.ts';
import { runCall } from './run-call.ts';

/** A reply takes two turns of the writer, the hold's and the settle's: in all, two seconds at the most. */
const longestWaitMs = 1_000;

/** One route per path of the contract; the recheck shares that of the face verification. */
export function registerCallRoutes(app: FastifyInstance, line: Line): void {
  for (const operation of operations) {
    if (operation === 'face_recheck') continue;
    app.post(`/api/v1/${operation}`, async (request, reply) => {
      const startedAt = performance.now();
      let status = 500;
      try {
        if (isPaid(operation) && line.holds.waitMs() > longestWaitMs) {
          fail('overloaded', { headers: { 'retry-after': '1' } });
        }
        const answer = await runCall(line, toCallRequest(request, operation));
        status = answer.status;
        return send(reply, answer);
      } catch (error) {
        status = error instanceof ApiError ? error.row.status : 500;
        throw error;
      } finally {
        line.metrics.answered(operation, status, (performance.now() - startedAt) / 1000);
      }
    });
  }
}

/** What every reply to a call says, as Node writes it: names and values in turn. */
const ownHeaders = Object.entries({ ...replyHeaders, ...envelopeHeaders }).flat();

/**
 * Writes a reply past the framework, whose own way is made for bodies and hooks of any kind and costs a
 * call 15 of 165 µs.
 */
function send(reply: FastifyReply, { status, body, headers }: Reply): FastifyReply {
  reply.hijack();
  const length = String(Buffer.byteLength(body));
  const more = headers ? Object.entries(headers).flat() : [];
  reply.raw.writeHead(status, [...ownHeaders, 'content-length', length, ...more]).end(body);
  return reply;
}

function isPaid(operation: Operation): boolean {
  return products.includes(operation as Product);
}

function toCallRequest(request: FastifyRequest, operation: Operation): CallRequest {
  const { headers } = request;
  return {
    requestId: request.id,
    operation,
    apiKey: oneOf(headers['x-api-key']),
    hasAuthorization: headers.authorization !== undefined,
    address: request.ip,
    contentType: headers['content-type'],
    contentEncoding: headers['content-encoding'],
    body: request.body as Buffer | undefined,
    idempotencyKey: oneOf(headers['idempotency-key']),
    language: pickLanguage(headers['accept-language']),
    restarts: 0,
  };
}

/** Node joins repeated fields with a comma, which no key contains; the array is for the types. */
function oneOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value;
}
