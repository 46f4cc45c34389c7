/** One small, realistic bug, and the tests that must see it. */
export interface Mutant {
  /** The file that gets the bug. */
  file: string;
  /** A text that occurs exactly once in the file. */
  find: string;
  replace: string;
  /** The guarantee that is broken by it, in one sentence. */
  breaks: string;
  /** The test files of which one must fail. */
  tests: readonly string[];
}
