import { type ReactElement, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useOwnName } from '../client/account-names.ts';
import { useLanguage } from '../client/words.ts';
import { useKitWords } from './kit-words.ts';
import { timeText, zoneText } from './time-text.ts';

/** On paper only: whose data it is, and when it was printed. */
export function PrintLine({ isTest }: { isTest: boolean }): ReactElement {
  const say = useKitWords();
  const language = useLanguage();
  const name = useOwnName();
  const [at, setAt] = useState(() => new Date());
  useEffect(() => {
    // The browser takes the page as it is when the event ends.
    const note = () => flushSync(() => setAt(new Date()));
    addEventListener('beforeprint', note);
    return () => removeEventListener('beforeprint', note);
  }, []);
  const time = `${timeText(at, 'full', language)} ${zoneText(at)}`;
  return (
    <p className="print-line">
      {say(isTest ? 'printedTest' : 'printed', {
        whose: name ?? say('printedPlatform'),
        time,
      })}
    </p>
  );
}
