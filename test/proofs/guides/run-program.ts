import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** The languages that can run here, each as a reader would: a file, and its interpreter. */
const programs: Readonly<Record<string, { file: string; run: string[]; needs: string }>> = {
  sh: { file: 'sample.sh', run: ['sh'], needs: 'curl' },
  js: { file: 'sample.mjs', run: [process.execPath], needs: 'node' },
  python: { file: 'sample.py', run: ['python3'], needs: 'python3' },
  // One compiler and one collector are enough for one request, and save a third of the processor
  // time.
  java: {
    file: 'Sample.java',
    run: ['java', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'],
    needs: 'javac',
  },
  php: { file: 'sample.php', run: ['php'], needs: 'php' },
  go: { file: 'main.go', run: ['go', 'run'], needs: 'go' },
};

/** Whether the machine has a language installed; the pinned Node always is. */
export function canRun(language: string): boolean {
  const { needs = '' } = programs[language] ?? {};
  if (language === 'js') return true;
  return (process.env.PATH ?? '').split(delimiter).some((path) => existsSync(join(path, needs)));
}

/** Runs a sample as written, and returns its output. */
export async function runProgram(language: string, text: string): Promise<string> {
  const { file, run } = programs[language] ?? { file: 'sample.sh', run: ['sh'] };
  const folder = await mkdtemp(join(tmpdir(), 'countersign-guide-'));
  try {
    await writeFile(join(folder, file), text);
    const [program = 'sh', ...words] = run;
    return await new Promise((resolve, reject) => {
      execFile(program, [...words, file], { cwd: folder }, (error, output, said) =>
        error
          ? reject(new Error(`${language}: ${said || error.message}\n${text}`))
          : resolve(output),
      );
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}
