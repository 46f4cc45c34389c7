import { useLanguage } from '../client/words.ts';
import { useKitWords } from './kit-words.ts';

/** "Confirm: invite a member to Acme", from the title or the button of the act. */
export function useActTitle(): (act: string | undefined) => string {
  const say = useKitWords();
  const language = useLanguage();
  return (act) => {
    if (act === undefined) return say('factorTitle');
    // A word in capitals, such as "API", stays.
    const words = language === 'en' ? act.replace(/^[A-Z](?=[a-z ])/, lower) : act;
    return say('factorAct', { act: words });
  };
}

const lower = (letter: string) => letter.toLowerCase();
