import type { FastifyError, FastifyInstance } from 'fastify';
import { ApiError } from '../../foundation/contract/errors/errors.ts';
import { type CallbackPorts, takeCallback } from './take-callback.ts';

/** Vendors send at most 100 receipts per request. */
const longestBody = 1024 * 1024;

/** The callback URLs of vendors. Each vendor has its own format, so the body is read as plain text. */
export function registerCallbackRoutes(
  app: FastifyInstance,
  ports: CallbackPorts & { publicUrl(): string },
): void {
  app.register(async (scope) => {
    // Report this body limit; the API's own limit is different.
    scope.setErrorHandler((fault: FastifyError) => {
      throw fault.code === 'FST_ERR_CTP_BODY_TOO_LARGE'
        ? new ApiError('callback_too_large', { cause: fault })
        : fault;
    });
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: longestBody },
      (_request, body, done) => done(null, body),
    );
    scope.route<{ Params: { key: string } }>({
      method: ['GET', 'POST'],
      url: '/callbacks/:key',
      // The URL contains the callback key, which is a secret and must not be logged.
      logLevel: 'silent',
      async handler(request, reply) {
        const { key } = request.params;
        const query = request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : '';
        const answer = await takeCallback(ports, key, {
          method: request.method,
          url: `${ports.publicUrl()}/callbacks/${key}${query}`,
          headers: request.headers as Record<string, string | undefined>,
          body: typeof request.body === 'string' ? request.body : '',
          address: request.ip,
        });
        return reply.code(answer.status).type(answer.contentType).send(answer.body);
      },
    });
  });
}
