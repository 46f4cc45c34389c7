import { defineWords } from '../client/words.ts';
import { en } from './en.ts';
import { zh } from './zh.ts';

export const useShellWords = defineWords('shell', { en, zh });

/** The name of a screen in the sidebar. */
export type ScreenWord = Extract<keyof typeof en, `screen_${string}`>;
