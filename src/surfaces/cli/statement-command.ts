import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import type { Mode } from '../../foundation/contract/products.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import type { Language } from '../../foundation/contract/text/languages.ts';
import { parseMoney } from '../../foundation/money.ts';
import { platformOf } from '../../money/statements/platform-of.ts';
import { statementCsv } from '../../money/statements/statement-csv.ts';
import { statementJson } from '../../money/statements/statement-json.ts';
import { createPaper, type StatementPaper } from '../../money/statements/statement-paper.ts';
import { statementPdf } from '../../money/statements/statement-pdf.ts';
import type { OnInstallation } from './command-action.ts';
import {
  readLanguage,
  readMonth,
  readStatementFormat,
  type StatementFormat,
} from './read-option.ts';
import { pairs } from './show.ts';

interface StatementOptions {
  account: number;
  mode: Mode;
  month: string;
  format?: StatementFormat;
  language?: Language;
  out?: string;
}

export function registerStatement(statement: Command, onInstallation: OnInstallation): void {
  statement
    .requiredOption('--month <month>', 'Month, such as 2026-10', readMonth)
    .option('--format <format>', 'Format: csv, pdf or json', readStatementFormat)
    .option(
      '--language <language>',
      "Language: en or zh; default: the account's, else that of DEFAULT_REGION",
      readLanguage,
    )
    .option('--out <file>', 'File to write; required for a PDF')
    .action(
      onInstallation(async ({ pool, config }, options: StatementOptions) => {
        const { account: accountId, mode, month, language, format, out } = options;
        if (format === 'pdf' && !out) refuse('pdf_file_missing');
        const request = { month, language, now: new Date() };
        const paper = await createPaper(pool, { accountId, mode }, request, platformOf(config));
        const json = statementJson(paper);
        const isBad = !paper.statement.isEqual;
        if (!out) {
          const text = format === 'csv' ? statementCsv(paper).trimEnd() : pairs(summaryOf(json));
          return { json, text: format === 'json' ? JSON.stringify(json, null, 2) : text, isBad };
        }
        await writeFile(out, await fileOf(paper, format ?? 'pdf'));
        return {
          json: { ...json, file: out },
          text: `Statement ${json.number} written to ${out}.`,
          isBad,
        };
      }),
    );
}

async function fileOf(paper: StatementPaper, format: StatementFormat): Promise<string | Buffer> {
  if (format === 'pdf') return statementPdf(paper);
  return format === 'csv'
    ? statementCsv(paper)
    : `${JSON.stringify(statementJson(paper), null, 2)}\n`;
}

function summaryOf(json: ReturnType<typeof statementJson>): Record<string, unknown> {
  const { number, from, to, currency, opening, toppedUp, charged, refunded, adjusted, closing } =
    json;
  const { held, isFinal, isEqual } = json;
  return {
    number,
    days: `${from} to ${to}`,
    currency,
    opening,
    'top-ups': toppedUp,
    calls: isZero(charged) ? charged : `-${charged}`,
    refunds: refunded,
    adjustments: adjusted,
    closing,
    'held of it': held,
    final: isFinal,
    'matches the ledger': isEqual,
  };
}

/** Nothing has no sign. */
const isZero = (amount: string) => parseMoney(amount) === 0n;
