import { useEffect, useState } from 'react';
import { writeClipboard } from '../../docs/write-clipboard.ts';
import { announce } from './announce.ts';
import { useKitWords } from './kit-words.ts';

/** Copies a text, and confirms it for two seconds, also to screen readers. */
export function useCopy(onCopied?: () => void): { isCopied: boolean; copy(text: string): void } {
  const say = useKitWords();
  const [copiedAt, setCopiedAt] = useState(0);
  useEffect(() => {
    if (copiedAt === 0) return;
    const timer = setTimeout(() => setCopiedAt(0), 2_000);
    return () => clearTimeout(timer);
  }, [copiedAt]);
  return {
    isCopied: copiedAt > 0,
    copy(text) {
      void writeClipboard(text).then((isCopied) => {
        if (!isCopied) return;
        setCopiedAt(Date.now());
        announce(say('copied'));
        onCopied?.();
      });
    },
  };
}
