import type { ReactElement } from 'react';
import { languageTags, useLanguage } from '../client/words.ts';
import { useKitWords } from './kit-words.ts';
import { spaceDigits } from './space-digits.ts';
import { useNow } from './use-now.ts';

/** How old the data is; `at` is `query.dataUpdatedAt`. */
export function UpdatedAgo({ at }: { at: number }): ReactElement | null {
  const say = useKitWords();
  const language = useLanguage();
  const now = useNow(1_000);
  if (at === 0) return null;
  const seconds = Math.max(0, Math.round((now - at) / 1_000));
  const format = new Intl.RelativeTimeFormat(languageTags[language], { style: 'narrow' });
  const ago = spaceDigits(
    seconds < 60
      ? format.format(-seconds, 'second')
      : format.format(-Math.floor(seconds / 60), 'minute'),
  );
  return (
    <span className="updated">
      <i />
      {say('updated', { ago: seconds === 0 ? say('justNow') : ago })}
    </span>
  );
}
