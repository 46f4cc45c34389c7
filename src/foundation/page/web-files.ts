import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { extname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createSharedBody, negotiateBody, type SharedBody } from './shared-body.ts';

interface WebFile {
  type: string;
  body: SharedBody;
}

/** The files that a browser loads for a page: one folder under `web`, at URLs that contain its hash. */
export interface WebFiles {
  url(name: string): string;
  /** The contents of a file, to be written into a page. */
  text(name: string): string;
  register(app: FastifyInstance): void;
}

const webDirectory = join(import.meta.dirname, '../../../web');

const types: Readonly<Record<string, string>> = {
  '.ts': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/**
 * Reads a folder once. TypeScript becomes JavaScript by stripping its types, so modules import each other under
 * their own names; the hash in the URL lets a browser cache them forever.
 */
export function readWebFiles(
  folder: string,
  // Files that are served beside those of the folder.
  { basePath, made = {} }: { basePath: string; made?: Readonly<Record<string, string | Buffer>> },
): WebFiles {
  const files = new Map<string, WebFile>();
  const hash = createHash('sha256');
  const own = readdirSync(join(webDirectory, folder)).map(
    (name) => [name, readFileSync(join(webDirectory, folder, name), 'utf8')] as const,
  );
  for (const [name, content] of [...own, ...Object.entries(made)].sort(byName)) {
    const type = types[extname(name)];
    if (!type) continue;
    const body = createSharedBody(name.endsWith('.ts') ? stripTypes(String(content)) : content);
    hash.update(name).update(body.plain);
    files.set(name, { type, body });
  }
  const version = hash.digest('base64url').slice(0, 12);
  return {
    url: (name) => `${basePath}/assets/${folder}/${version}/${name}`,
    text: (name) => String(files.get(name)?.body.plain),
    register: (app) => registerFiles(app, folder, version, files),
  };
}

const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) =>
  one < other ? -1 : 1;

function registerFiles(
  app: FastifyInstance,
  folder: string,
  version: string,
  files: ReadonlyMap<string, WebFile>,
): void {
  app.get<{ Params: { version: string; name: string } }>(
    `/assets/${folder}/:version/:name`,
    (request, reply) => {
      const file = files.get(request.params.name);
      if (!file) return reply.callNotFound();
      // During an update a page of another version may request a file: it gets the current file, uncached.
      const isCurrent = request.params.version === version;
      return reply
        .header('cache-control', isCurrent ? 'public, max-age=31536000, immutable' : 'no-store')
        .type(file.type)
        .send(negotiateBody(file.body, request, reply));
    },
  );
}

/** Hides Node's warning at every start that this function is experimental; an operator cannot act on it. */
function stripTypes(text: string): string {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(text);
  } finally {
    process.emitWarning = emitWarning;
  }
}
