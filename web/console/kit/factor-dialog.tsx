import { Modal } from 'antd';
import { type ReactElement, useEffect, useRef } from 'react';
import { setSignedOutHandler } from '../client/api.ts';
import { watchPresses } from '../client/pressed-act.ts';
import { useKitWords } from './kit-words.ts';
import { useActTitle } from './use-act-title.ts';
import { useFactorHere } from './use-factor-here.tsx';
import { returnFocus, watchFocus } from './use-return-focus.ts';

/** Asks for the second factor for acts on a page. Those in a dialog are asked for in that dialog. */
export function FactorDialog({ onSignedOut }: { onSignedOut(): void }): ReactElement {
  const say = useKitWords();
  const titleOf = useActTitle();
  const { offer, asked, callOff } = useFactorHere();
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => offer(), [offer]);
  useEffect(() => watchPresses(), []);
  useEffect(() => watchFocus(), []);
  useEffect(() => {
    setSignedOutHandler(onSignedOut);
    return () => setSignedOutHandler(undefined);
  }, [onSignedOut]);
  return (
    <Modal
      open={asked !== undefined}
      title={titleOf(asked?.act)}
      onCancel={callOff}
      footer={null}
      width={428}
      zIndex={1_200}
      destroyOnHidden
      // antd focuses the close button; people start typing at once.
      afterOpenChange={(isShown) => {
        if (isShown) body.current?.querySelector<HTMLElement>('input, button')?.focus();
        else returnFocus();
      }}
    >
      <p className="soft dialog-text">{say('factorText')}</p>
      <div ref={body}>{asked?.form}</div>
    </Modal>
  );
}
