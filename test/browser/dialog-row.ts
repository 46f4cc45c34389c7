import type { Locator } from 'playwright-core';
import type { Keys } from './dialog-keys.ts';

/** Who opens a dialog: `stale` has to show the second factor first, `appless` has none by an app. */
export type DialogDoor = 'operator' | 'customer' | 'stale' | 'appless';

/** A dialog of the console, and how to open it by keys. */
export interface DialogRow {
  /** The component below `web/console` that renders it. */
  file: string;
  door?: DialogDoor;
  /** Below `/console`; names in braces stand for what the fixture made. */
  path: string;
  width?: number;
  /** The name of its button, or the keys; returns where the focus goes when the dialog closes. */
  open: string | RegExp | ((keys: Keys) => Promise<Locator>);
  /** A field whose text is not discarded without a question. */
  draft?: string;
  /** What the server refuses, in which field, and its words. */
  refused?: {
    /** What unfolds the fields first. */
    unfold?: string;
    typed: Readonly<Record<string, string>>;
    verb?: string;
    field: string;
    words: RegExp;
  };
  /** A secret is shown, which Escape does not close without a question. */
  isSecret?: boolean;
}
