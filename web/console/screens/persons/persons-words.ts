import { defineWords, type WordName } from '../../client/words.ts';
import { en } from './en.ts';
import { zh } from './zh.ts';

export const usePersonsWords = defineWords('persons', { en, zh });

type RecordWord = Extract<WordName<typeof en>, `record_${string}`>;

export const recordWord = (name: string) => `record_${name}` as RecordWord;
