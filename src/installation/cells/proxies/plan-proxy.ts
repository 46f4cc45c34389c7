import type { Cells } from '../read-cells.ts';

/** The pages of a cell: a host, and a path that the proxy strips. */
export interface Site {
  host: string;
  /** Without a slash at the end; empty for the whole host. */
  path: string;
  cell: string;
}

/** What a reverse proxy needs to know to find the cell of every request. */
export interface ProxyPlan {
  /** The host of the public address. */
  apiHost: string;
  /** The cell of requests that name none. */
  unnumbered: string;
  cells: readonly { cell: string; servers: readonly string[] }[];
  /** Longer paths first. A cell at the public address itself has no site: it gets what names no other. */
  sites: readonly Site[];
  /** Where the public address sends browsers with a link of a cell. */
  pages: readonly { cell: string; url: string }[];
  /** Where it sends browsers to the console, unless it serves one itself. */
  consoleUrl: string | undefined;
}

/** Paths of the public address that mean something there. */
const reserved = /^\/((api|assets|callbacks|console|docs|pay|sandbox|v)\/|$)/;

/** Rejects a list of cells that a proxy cannot serve. */
export function planProxy(given: Cells): ProxyPlan {
  const cells = Object.entries(given.cells).map(([cell, { servers, url, person }]) => {
    if (!servers) throw new Error(`Cell ${cell} has no servers. Add its servers to the list.`);
    return { cell, servers, url: trim(url), person: trim(person ?? url) };
  });
  const api = trim(given.api);
  const { host: apiHost, path } = placeOf('/api', api);
  if (path !== '') throw new Error('The public address (api) must have no path.');
  const unnumbered = String(given.unnumbered ?? cells[0]?.cell);
  const atApi = cells.find(({ url }) => url === api);
  if (atApi && atApi.cell !== unnumbered) {
    throw new Error(
      `Cell ${atApi.cell} is at the public address, so unnumbered must be ${atApi.cell}.`,
    );
  }
  const sites = cells.flatMap(({ cell, url, person }) =>
    [...new Set([url, person])]
      .filter((each) => each !== api)
      .map((each) => ({ ...placeOf(`/cells/${cell}`, each), cell })),
  );
  requireDifferent(sites);
  const hidden = sites.find(({ host, path }) => host === apiHost && reserved.test(`${path}/`));
  if (hidden)
    throw new Error(`Cell ${hidden.cell} cannot have the path ${hidden.path || '/'} there.`);
  return {
    apiHost,
    unnumbered,
    cells: cells.map(({ cell, servers }) => ({ cell, servers })),
    sites: sites.toSorted((one, other) => other.path.length - one.path.length),
    pages: cells
      .filter(({ person }) => person !== api)
      .map(({ cell, person }) => ({ cell, url: person })),
    consoleUrl: atApi ? undefined : trim(given.cells[unnumbered]?.url ?? ''),
  };
}

function placeOf(place: string, url: string): { host: string; path: string } {
  const { protocol, hostname, port, pathname } = new URL(url);
  if (protocol !== 'https:' || port !== '') {
    throw new Error(`${place}: ${url} must be an https URL without a port.`);
  }
  const path = trim(pathname);
  if (!/^(\/[A-Za-z0-9_.~-]+)*$/.test(path)) {
    throw new Error(`${place}: the path of ${url} must have only letters, digits and - . _ ~`);
  }
  return { host: hostname, path };
}

function requireDifferent(sites: readonly Site[]): void {
  const seen = new Map<string, string>();
  for (const { host, path, cell } of sites) {
    const other = seen.get(host + path);
    if (other) throw new Error(`Cells ${other} and ${cell} have the same address.`);
    seen.set(host + path, cell);
  }
}

function trim(url: string): string {
  return url.replace(/\/+$/, '');
}

/** How a link or a callback URL carries its cell, as a regular expression for every proxy. */
export const numberForm = '[1-9][0-9]{0,3}';
export const secretForm = '[A-Za-z0-9_-]{32}';
