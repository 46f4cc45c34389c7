import type { FastifyInstance, FastifyRequest } from 'fastify';
import { envelopeHeaders, pickLanguage } from '../contract/envelope.ts';
import { ApiError, fail } from '../contract/errors.ts';
import { type Operation, operations, type Product, products } from '../contract/products.ts';
import type { Line } from './line.ts';
import type { CallRequest } from './request.ts';
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
        if (answer.headers) reply.headers(answer.headers);
        reply.code(answer.status).headers(envelopeHeaders);
        return answer.body;
      } catch (error) {
        status = error instanceof ApiError ? error.row.status : 500;
        throw error;
      } finally {
        line.metrics.answered(operation, status, (performance.now() - startedAt) / 1000);
      }
    });
  }
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
