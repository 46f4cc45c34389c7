import { Button } from 'antd';
import type { ReactElement } from 'react';
import { Icon } from './icon.tsx';
import { useKitWords } from './kit-words.ts';
import { useCopy } from './use-copy.ts';

/** `isBare` shows the icon alone; the label stays for screen readers. */
export function CopyButton({
  text,
  label,
  isBare = false,
  isPrimary = false,
  onCopied,
}: {
  text: string;
  label?: string;
  isBare?: boolean;
  isPrimary?: boolean;
  onCopied?: (() => void) | undefined;
}): ReactElement {
  const say = useKitWords();
  const { isCopied, copy } = useCopy(onCopied);
  const words = isCopied ? say('copied') : (label ?? say('copy'));
  const picture = <Icon name={isCopied ? 'check' : 'copy'} size={14} />;
  if (isBare) {
    return (
      <button type="button" className="copy-icon" aria-label={words} onClick={() => copy(text)}>
        {picture}
      </button>
    );
  }
  return (
    <Button type={isPrimary ? 'primary' : 'default'} icon={picture} onClick={() => copy(text)}>
      {words}
    </Button>
  );
}
