import { execFileSync } from 'node:child_process';
import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const folder = import.meta.dirname;

/**
 * Prints the results of a bench. Those of a full run are stored, and each of their figures is added to the history,
 * so that a change that costs much is seen, whenever it was made.
 */
export async function report(name: string, text: string, isQuick: boolean): Promise<void> {
  process.stdout.write(text);
  if (isQuick) return;
  await writeFile(join(folder, `${name}.md`), text);
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const day = new Date().toISOString().slice(0, 10);
  await appendFile(join(folder, 'history.csv'), historyOf(name, text, day, commit.trim()));
}

/** A line for each figure of the tables in a report: day, commit, bench, row, column, figure. */
export function historyOf(name: string, text: string, day: string, commit: string): string {
  let columns: string[] = [];
  let lines = '';
  for (const line of text.split('\n')) {
    if (!line.startsWith('|')) columns = [];
    else if (columns.length === 0) columns = cellsOf(line);
    else if (!/^[| :-]+$/.test(line)) {
      const [row = '', ...figures] = cellsOf(line);
      for (const [index, figure] of figures.entries()) {
        const column = columns[index + 1] ?? '';
        if (column === 'goal' || figure === '' || figure === '–') continue;
        lines += `${[day, commit, name, row, column, figure].map(csvCell).join(',')}\n`;
      }
    }
  }
  return lines;
}

function cellsOf(line: string): string[] {
  return line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());
}

function csvCell(text: string): string {
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
