import { en } from './en.ts';
import { defineWords } from './words.ts';
import { zh } from './zh.ts';

export const usePartWords = defineWords('parts', { en, zh });
