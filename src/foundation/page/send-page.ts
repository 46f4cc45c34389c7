import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { takesGzip } from './shared-body.ts';

const compress = promisify(gzip);

/** Sends a page made for one person, compressed if the browser accepts that. */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  headers: Readonly<Record<string, string>>,
  text: string,
): Promise<FastifyReply> {
  reply.headers(headers).type('text/html; charset=utf-8');
  reply.header('vary', 'accept-language, user-agent, accept-encoding');
  if (!takesGzip(request.headers['accept-encoding'])) return reply.send(text);
  return reply.header('content-encoding', 'gzip').send(await compress(text));
}
