import { runCommandLine } from '../../src/surfaces/cli/run-command-line.ts';

/** Runs a command that needs no installation, and returns what it prints. */
export async function runWords(...words: string[]): Promise<string> {
  const nowhere = () => Promise.reject(new Error('this command opens no installation'));
  let out = '';
  await runCommandLine(words, {
    version: '1.2.3',
    open: nowhere,
    openEmpty: nowhere,
    openUpgrade: nowhere,
    serve: nowhere,
    terminal: {
      out: (text) => {
        out += text;
      },
      err: (text) => {
        out += text;
      },
      setExitCode: () => {},
    },
  });
  return out;
}
