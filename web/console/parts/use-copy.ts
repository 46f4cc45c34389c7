import { useEffect, useState } from 'react';
import { announce } from './announce.ts';
import { usePartWords } from './part-words.ts';

/** Copies a text; for two seconds afterwards it says that it did, to the eyes and to the ears. */
export function useCopy(): { isCopied: boolean; copy(text: string): void } {
  const say = usePartWords();
  const [copiedAt, setCopiedAt] = useState(0);
  useEffect(() => {
    if (copiedAt === 0) return;
    const timer = setTimeout(() => setCopiedAt(0), 2_000);
    return () => clearTimeout(timer);
  }, [copiedAt]);
  return {
    isCopied: copiedAt > 0,
    copy(text) {
      void copyText(text).then(() => {
        setCopiedAt(Date.now());
        announce(say('copied'));
      });
    },
  };
}

/** Browsers give the clipboard only to hosts they trust; the others have the older way. */
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'unseen';
  document.body.append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
}
