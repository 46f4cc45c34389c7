import { defineWords, type WordName } from '../../client/words.ts';
import { en } from './en.ts';
import { zh } from './zh.ts';

export const useTeamWords = defineWords('team', { en, zh });

type RoleWord = Extract<WordName<typeof en>, `role_${string}`>;
type CanWord = Extract<WordName<typeof en>, `can_${string}`>;

export const roleWord = (role: string) => `role_${role}` as RoleWord;
export const canWord = (role: string) => `can_${role}` as CanWord;
