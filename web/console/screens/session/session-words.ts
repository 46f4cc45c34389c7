import { defineWords } from '../../client/words.ts';
import { en } from './en.ts';
import { zh } from './zh.ts';

export const useSessionWords = defineWords('session', { en, zh });

export type RoleWord = Extract<keyof typeof en, `role_${string}`>;
