import { defineWords } from '../../client/words.ts';
import { en } from './en.ts';
import { zh } from './zh.ts';

export const useSettingsWords = defineWords('settings', { en, zh });

type SettingWord = Extract<keyof typeof en, `s_${string}`>;

/** Undefined for a setting that has no words yet. */
export function settingWord(name: string): SettingWord | undefined {
  return `s_${name}` in en ? (`s_${name}` as SettingWord) : undefined;
}
