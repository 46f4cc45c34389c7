import i18next, { type TOptions } from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import type { Language } from './language.ts';
import { rememberLook } from './remember-look.ts';

export type { Language };

export const languageTags: Readonly<Record<Language, string>> = { en: 'en-US', zh: 'zh-CN' };

type Catalogue = Readonly<Record<string, string>>;
/** The same keys as English, except the singular forms, which Chinese does not have. */
export type SameKeys<Words extends Catalogue> = {
  readonly [Key in keyof Words as Key extends `${string}_one` ? never : Key]: string;
};
/** The names for `say`: counted ones without `_one` and `_other`. */
export type WordName<Words extends Catalogue> = keyof Words extends infer Key
  ? Key extends `${infer Stem}_one` | `${infer Stem}_other`
    ? Stem
    : Key & string
  : never;

type Say<Words extends Catalogue> = (name: WordName<Words>, values?: TOptions) => string;

const storageKey = 'countersign.language';

/** Starts with the language stored in this browser, else with the page's. */
export function initTranslations(): void {
  const stored = readStored();
  const asked = document.documentElement.lang.startsWith('zh') ? 'zh' : 'en';
  i18next.use(initReactI18next).init({
    lng: stored ?? asked,
    fallbackLng: false,
    resources: {},
    interpolation: { escapeValue: false, prefix: '{', suffix: '}' },
    keySeparator: false,
    nsSeparator: false,
    initAsync: false,
  });
  document.documentElement.lang = languageTags[currentLanguage()];
  if (stored) rememberLook('language', stored);
}

function readStored(): Language | undefined {
  const stored = localStorage.getItem(storageKey);
  return stored === 'en' || stored === 'zh' ? stored : undefined;
}

/** Switches to a person's stored language, unless this browser has its own choice. */
export async function followLanguage(language: Language | null | undefined): Promise<void> {
  if (!language || readStored() || language === currentLanguage()) return;
  await changeTo(language);
}

export function currentLanguage(): Language {
  return i18next.language === 'zh' ? 'zh' : 'en';
}

export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(storageKey, language);
  await changeTo(language);
}

async function changeTo(language: Language): Promise<void> {
  document.documentElement.lang = languageTags[language];
  rememberLook('language', language);
  await i18next.changeLanguage(language);
}

/**
 * Registers the words of a screen, which are loaded with it, and returns the hook that says them.
 */
export function defineWords<const Words extends Catalogue>(
  name: string,
  catalogues: { en: Words; zh: SameKeys<Words> },
): () => Say<Words> {
  let isKnown = false;
  return () => {
    if (!isKnown) {
      i18next.addResourceBundle('en', name, catalogues.en);
      i18next.addResourceBundle('zh', name, catalogues.zh);
      isKnown = true;
    }
    const { t } = useTranslation(name);
    return t as unknown as Say<Words>;
  };
}

/** The current language; its users re-render when it changes. */
export function useLanguage(): Language {
  const { i18n } = useTranslation();
  return i18n.language === 'zh' ? 'zh' : 'en';
}
