import { defineWords, type WordName } from '../../client/words.ts';
import { en } from './en.ts';
import { zh } from './zh.ts';

export const useTeamWords = defineWords('team', { en, zh });

type RoleWord = Extract<WordName<typeof en>, `role_${string}`>;
type ARoleWord = Extract<WordName<typeof en>, `a_${string}`>;
type CanWord = Extract<WordName<typeof en>, `can_${string}`>;

export const roleWord = (role: string) => `role_${role}` as RoleWord;
/** "an owner". */
export const aRoleWord = (role: string) => `a_${role}` as ARoleWord;
export const canWord = (role: string) => `can_${role}` as CanWord;
