import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Command } from 'commander';
import type { Mode } from '../../foundation/contract/products.ts';
import { platformOf } from '../../money/statements/platform-of.ts';
import { type ArchiveSums, archiveStatements } from '../../money/statements/statement-archive.ts';
import type { OnInstallation } from './command-action.ts';
import { readMode, readMonth } from './read-option.ts';
import { joinTexts, pairs, plain } from './show.ts';
import { writeNewFile } from './write-new-file.ts';

interface ArchiveOptions {
  month: string;
  mode: Mode;
  pdf: boolean;
  out: string;
}

export function registerStatementArchive(archive: Command, onInstallation: OnInstallation): void {
  archive
    .description('Write the statements of all accounts to one archive (.tar.gz), with an index')
    .requiredOption('--month <month>', 'Month, such as 2026-10', readMonth)
    .option('--mode <mode>', 'Mode: test or live', readMode, 'live')
    .option('--no-pdf', 'Only CSV; a PDF takes a second of processor time')
    .requiredOption('--out <file>', 'File to write, such as statements-2026-10.tar.gz')
    .action(
      onInstallation(async ({ pool, config }, { month, mode, pdf, out }: ArchiveOptions) => {
        let sums: ArchiveSums | undefined;
        const request = { month, mode, now: new Date(), withPdf: pdf };
        const bytes = archiveStatements(pool, request, platformOf(config), (done) => {
          sums = done;
        });
        await writeNewFile(out, (handle) =>
          pipeline(Readable.from(bytes), createGzip(), handle.createWriteStream()),
        );
        const written = sums as ArchiveSums;
        return {
          json: { month, mode, file: out, ...plain(written) },
          text: joinTexts(pairs({ ...written }), `Written to ${out}.`),
          isBad: !written.isEqual,
        };
      }),
    );
}
