import { Modal } from 'antd';
import { type ReactElement, useEffect } from 'react';
import { useActTitle } from '../../kit/use-act-title.ts';
import { useFactorHere } from '../../kit/use-factor-here.tsx';
import { useReturnFocus } from '../../kit/use-return-focus.ts';
import { useSessionWords } from './session-words.ts';
import { TotpSetUp } from './totp-set-up.tsx';

/** Adds an authenticator app to an account that has a second factor, which is asked for here first. */
export function AppDialog({
  onSetUp,
  onClose,
}: {
  onSetUp(recoveryCodes: readonly string[] | null): void;
  onClose(): void;
}): ReactElement {
  const say = useSessionWords();
  const titleOf = useActTitle();
  useReturnFocus();
  const { offer, asked, leave } = useFactorHere();
  useEffect(() => offer(), [offer]);
  const close = () => {
    leave();
    onClose();
  };
  return (
    <Modal
      open
      title={asked ? titleOf(asked.act) : say('scanTitle')}
      footer={asked?.foot ?? null}
      width={400}
      mask={{ closable: false }}
      onCancel={close}
    >
      <TotpSetUp onSetUp={onSetUp} isAsking={asked !== undefined} onCalledOff={close} />
    </Modal>
  );
}
