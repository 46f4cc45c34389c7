import { defineWords } from '../../client/words.ts';
import { en } from './en.ts';
import { zh } from './zh.ts';

export const useSettingsWords = defineWords('settings', { en, zh });

type SettingWord = Extract<keyof typeof en, `s_${string}`>;

/** The words for a setting of the environment; undefined for one that is newer than they are. */
export function settingWord(name: string): SettingWord | undefined {
  return `s_${name}` in en ? (`s_${name}` as SettingWord) : undefined;
}
