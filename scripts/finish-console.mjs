/**
 * Finishes a bundled console before it is served: compresses every file once, and enforces its size
 * limit.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** The maximum compressed size before the first screen. */
const mostInitialBytes = 350_000;

/** Throws if the script is too large; otherwise reports the size of each part. */
export function finishConsole(folder) {
  const sizes = compressAll(join(folder, 'assets'));
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  const initial = initialFiles(manifest, 'main.tsx');
  const script = sum([...initial].filter((file) => file.endsWith('.js')).map(sizeOf));
  function sizeOf(file) {
    return sizes.get(file.replace('assets/', ''))?.gzip ?? 0;
  }
  const rows = [...sizes]
    .sort(([, a], [, b]) => b.gzip - a.gzip)
    .map(([name, { plain, gzip }]) => `${inKb(plain)} ${inKb(gzip)}  ${name}`);
  const report = `     plain      gzip\n${rows.join('\n')}\ninitial script ${inKb(script)} of ${inKb(mostInitialBytes)} (gzip)\n`;
  if (script > mostInitialBytes) throw new Error(`${report}The initial script is too large.`);
  return report;
}

/** The entry and everything it imports before it runs. */
function initialFiles(manifest, entry, found = new Set()) {
  const chunk = manifest[entry];
  if (!chunk || found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const style of chunk.css ?? []) found.add(style);
  for (const name of chunk.imports ?? []) initialFiles(manifest, name, found);
  return found;
}

const isCompressed = /\.(woff2|png)$/;

function compressAll(assets) {
  const sizes = new Map();
  for (const name of readdirSync(assets)) {
    const plain = readFileSync(join(assets, name));
    if (isCompressed.test(name)) {
      sizes.set(name, { plain: plain.length, gzip: plain.length });
      continue;
    }
    const gzip = gzipSync(plain, { level: 9 });
    const quality = { [constants.BROTLI_PARAM_QUALITY]: 10 };
    writeFileSync(join(assets, `${name}.gz`), gzip);
    writeFileSync(join(assets, `${name}.br`), brotliCompressSync(plain, { params: quality }));
    sizes.set(name, { plain: plain.length, gzip: gzip.length });
  }
  return sizes;
}

const sum = (numbers) => numbers.reduce((total, one) => total + one, 0);
const inKb = (bytes) => `${(bytes / 1000).toFixed(1)} kB`.padStart(10);
