import { load } from './load.ts';

/**
 * Judges what a compiler finds in a packed file, for every way to resolve modules. Named by its file, because
 * the package's name leads to its TypeScript source under the conditions that vitest sets.
 */
export const typeJudge = load<{
  createPackageFromTarballData(tarball: Uint8Array): object;
  checkPackage(file: object): Promise<{ packageName: string; problems: object[] }>;
}>('./node_modules/@arethetypeswrong/core/dist/index.js');

export const { publint } = load<{
  publint(options: {
    pack: { tarball: ArrayBufferLike };
    strict: boolean;
  }): Promise<{ messages: object[] }>;
}>('publint');
