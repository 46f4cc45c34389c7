import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import Type from 'typebox';
import { modes } from '../../../foundation/contract/products.ts';
import { platformOf } from '../../../money/statements/platform-of.ts';
import { archiveStatements } from '../../../money/statements/statement-archive.ts';
import { checkMonth } from '../../../money/statements/statement-paper.ts';
import { requirePlatform } from '../kit/require-scope.ts';
import { month } from '../wallet/wallet-contract.ts';
import { taskKind } from './task-kind.ts';

/** The statements of all accounts of a month, as an archive of CSV files with an index. */
export const statementsExport = taskKind({
  kind: 'statements_export',
  right: 'wallet.read',
  act: 'wallet.statements',
  params: Type.Object({ mode: Type.Enum(modes), month }),
  async prepare({ scope, clock, config }, { mode, month }) {
    requirePlatform(scope);
    checkMonth(month, clock.now(), config.timeZone);
    return {
      file: { name: `statements-${mode}-${month}.tar.gz`, type: 'application/gzip' },
    };
  },
  async *run({ pool, clock, config }, { params: { mode, month } }, signal) {
    let done = 0;
    // A server that makes a PDF for each account would have no time for calls.
    const request = { month, mode, now: clock.now(), withPdf: false };
    const entries = archiveStatements(pool, request, platformOf(config), () => {});
    async function* counted() {
      for await (const entry of entries) {
        if (signal.aborted) return;
        yield entry;
        done++;
      }
    }
    // An error of the archive ends the compressed stream with it.
    const zipped = pipeline(Readable.from(counted()), createGzip(), () => {});
    for await (const content of zipped) yield { content: content as Buffer, done };
  },
});
