import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DocAddresses, ownAddress } from './doc-page.ts';

const folder = join(import.meta.dirname, '../../../docs');

/** The OpenAPI document from `npm run generate`, with this installation's base URL. */
export function readOpenApi(form: 'json' | 'yaml', addresses: DocAddresses): string {
  return ownAddress(readFileSync(join(folder, `openapi.${form}`), 'utf8'), addresses);
}
