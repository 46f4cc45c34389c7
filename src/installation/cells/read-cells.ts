import { readFile } from 'node:fs/promises';
import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import { parse } from 'yaml';
import { Reference } from '../../foundation/settings/reference.ts';
import { isBaseUrl } from '../../foundation/settings/setting-formats.ts';

/** A host with a port; an IPv6 address in brackets. */
const serverForm = '^(\\[[0-9A-Fa-f:.]+\\]|[A-Za-z0-9.-]+):[0-9]{1,5}$';

const Cells = Type.Object(
  {
    /** The public address of the API, behind which a proxy finds the cell of each request. */
    api: Type.String(),
    /** The cell of keys and links without a number, which were made before there were cells. */
    unnumbered: Type.Optional(Type.Integer()),
    cells: Type.Record(
      Type.String(),
      Type.Object(
        {
          /** Its PUBLIC_URL. */
          url: Type.String(),
          /** Its PERSON_URL, if it has one. */
          person: Type.Optional(Type.String()),
          /** It neither asks other cells nor answers them; its console stays by itself. */
          isolated: Type.Optional(Type.Boolean()),
          /** Its servers, as the proxy reaches them. */
          servers: Type.Optional(Type.Array(Type.String({ pattern: serverForm }), { minItems: 1 })),
          /** For commands that work on every cell: where its database URL is found, and its schema. */
          database: Type.Optional(Reference),
          schema: Type.Optional(Type.String()),
          /** Where its data key is found, if it is not that of this machine. */
          dataKey: Type.Optional(Reference),
        },
        { additionalProperties: false },
      ),
      { minProperties: 1 },
    ),
  },
  { additionalProperties: false },
);

/** The installations behind one public address, by number. */
export type Cells = Static<typeof Cells>;

/** Reads the list that a server was given. Its processes share one reading, whatever becomes of the file. */
export async function readKnownCells(cellsFile: string | undefined): Promise<Cells | undefined> {
  return cellsFile === undefined ? undefined : readCells(cellsFile);
}

/** Reads the list of cells, and rejects one that it cannot use, with the place of the fault. */
export async function readCells(path: string): Promise<Cells> {
  const fault = (words: string) => new Error(`CELLS_FILE ${path}: ${words}`);
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw fault(error.message);
  });
  const read: unknown = parseYaml(text, fault);
  if (!Value.Check(Cells, read)) {
    const [first] = Value.Errors(Cells, read);
    throw fault(`${first?.instancePath || '/'} ${first?.message ?? 'is not valid'}`);
  }
  for (const [place, url] of urlsOf(read)) {
    if (!isBaseUrl(url)) throw fault(`${place} must be an http or https URL without query or hash`);
  }
  const wrong = Object.keys(read.cells).find(
    (cell) => !/^[1-9][0-9]{0,3}$/.test(cell) || Number(cell) > 2_000,
  );
  if (wrong !== undefined) throw fault(`/cells/${wrong} must be a number from 1 to 2000`);
  if (read.unnumbered !== undefined && !read.cells[read.unnumbered]) {
    throw fault('/unnumbered must be one of the cells');
  }
  const known = withoutSlashes(read);
  const [one, other] = findSameUrl(known) ?? [];
  if (one) throw fault(`/cells/${other}/url must differ from that of cell ${one}`);
  return known;
}

/** Two cells with one address: a link of one would be sent to the other, and back, without end. */
function findSameUrl({ cells }: Cells): [one: string, other: string] | undefined {
  const seen = new Map<string, string>();
  for (const [cell, { url }] of Object.entries(cells)) {
    const one = seen.get(url);
    if (one !== undefined) return [one, cell];
    seen.set(url, cell);
  }
  return undefined;
}

/** Paths are appended to the addresses, which can end in a slash, as PUBLIC_URL can. */
function withoutSlashes(read: Cells): Cells {
  const bare = (url: string) => url.replace(/\/+$/, '');
  const cells = Object.entries(read.cells).map(([cell, { person, ...rest }]) => {
    const pages = person === undefined ? {} : { person: bare(person) };
    return [cell, { ...rest, ...pages, url: bare(rest.url) }];
  });
  return { ...read, api: bare(read.api), cells: Object.fromEntries(cells) };
}

function parseYaml(text: string, fault: (words: string) => Error): unknown {
  try {
    // Numbers as keys become text, as in JSON.
    return JSON.parse(JSON.stringify(parse(text)));
  } catch (error) {
    throw fault((error as Error).message.split('\n')[0] as string);
  }
}

function urlsOf({ api, cells }: Cells): [place: string, url: string][] {
  const each = Object.entries(cells).flatMap(([cell, { url, person }]): [string, string][] => [
    [`/cells/${cell}/url`, url],
    ...(person === undefined ? [] : [[`/cells/${cell}/person`, person] as [string, string]]),
  ]);
  return [['/api', api], ...each];
}
