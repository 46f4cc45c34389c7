import { useSyncExternalStore } from 'react';
import { currentLanguage, languageTags } from './words.ts';

/** A download in progress; it continues while other screens are shown. */
interface Download {
  id: number;
  name: string;
  rows: number;
  expected: number | undefined;
  state: 'running' | 'done' | 'failed';
  /** The blob URL of the complete file. */
  href?: string;
}

let downloads: readonly Download[] = [];
let nextId = 1;
const stops = new Map<number, AbortController>();
const listeners = new Set<() => void>();

function put(next: readonly Download[]): void {
  downloads = next;
  for (const listener of listeners) listener();
}

function change(id: number, changed: Partial<Download>): void {
  put(downloads.map((one) => (one.id === id ? { ...one, ...changed } : one)));
}

export function useDownloads(): readonly Download[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => downloads,
  );
}

/** Streams a file and counts its rows. */
export function startDownload({
  name,
  address,
  rows: expected,
}: {
  name: string;
  address: string;
  rows: number | undefined;
}): void {
  const id = nextId++;
  const stop = new AbortController();
  stops.set(id, stop);
  put([...downloads, { id, name, rows: 0, expected, state: 'running' }]);
  void read(id, address, stop.signal)
    .then((href) => {
      change(id, { state: 'done', href });
      save(href, name);
    })
    .catch(() => !stop.signal.aborted && change(id, { state: 'failed' }));
}

/** Cancels a running download, or removes a finished one from the list. */
export function dropDownload(id: number): void {
  stops.get(id)?.abort();
  stops.delete(id);
  const { href } = downloads.find((one) => one.id === id) ?? {};
  if (href) URL.revokeObjectURL(href);
  put(downloads.filter((one) => one.id !== id));
}

async function read(id: number, address: string, signal: AbortSignal): Promise<string> {
  const headers = { 'accept-language': languageTags[currentLanguage()] };
  const response = await fetch(address, { signal, headers });
  if (!response.ok || !response.body) throw new Error(`${response.status}`);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let rows = -1;
  for (const reader = response.body.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    for (const byte of value) if (byte === 10) rows += 1;
    change(id, { rows: Math.max(0, rows) });
  }
  const type = response.headers.get('content-type') ?? 'text/plain';
  return URL.createObjectURL(new Blob(chunks, { type }));
}

/** Saves a text that was made in the browser. */
export function saveText(name: string, text: string): void {
  const href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  save(href, name);
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

/** Saves a file that a reply contains. */
export function saveFile(file: { fileName: string; type: string; base64: string }): void {
  const bytes = Uint8Array.from(atob(file.base64), (one) => one.charCodeAt(0));
  const href = URL.createObjectURL(new Blob([bytes], { type: file.type }));
  save(href, file.fileName);
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

function save(href: string, name: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  link.click();
}
