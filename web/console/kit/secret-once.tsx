import './secret-once.css';
import { Button, Modal } from 'antd';
import { type ReactElement, useState } from 'react';
import { writeClipboard } from '../../docs/write-clipboard.ts';
import { saveText } from '../client/downloads.ts';
import { CopyButton } from './copy-button.tsx';
import { Icon } from './icon.tsx';
import { useKitWords } from './kit-words.ts';
import { toast } from './toast.ts';
import { returnFocus, useReturnFocus } from './use-return-focus.ts';

/** A secret that is shown once: a key, or recovery codes, one per line; or a link to send. */
export function SecretOnce({
  secret,
  fileName,
  isToSend = false,
  onTaken,
}: {
  secret: string;
  fileName: string;
  isToSend?: boolean;
  /** It was copied or downloaded. */
  onTaken?: () => void;
}): ReactElement {
  const say = useKitWords();
  return (
    <div className="secret">
      <p>
        <strong>{say('shownOnce')}</strong> {say(isToSend ? 'sendOnceHint' : 'shownOnceHint')}
      </p>
      <pre className={secret.includes('\n') ? 'secret-text secret-lines' : 'secret-text'}>
        {secret}
      </pre>
      <p className="secret-actions">
        <CopyButton text={secret} isPrimary={onTaken === undefined} onCopied={onTaken} />
        <Button
          icon={<Icon name="download" size={14} />}
          onClick={() => {
            saveText(fileName, `${secret}\n`);
            onTaken?.();
          }}
        >
          {say('download')}
        </Button>
      </p>
    </div>
  );
}

/** Asks before it closes whether the secret was stored, unless it was copied or downloaded here. */
export function SecretDialog({
  title,
  note,
  secret,
  fileName,
  isToSend = false,
  onClose,
}: {
  title: string;
  /** A sentence above the secret. */
  note?: string | undefined;
  secret: string | undefined;
  fileName: string;
  /** For a link that somebody else opens. */
  isToSend?: boolean;
  onClose(): void;
}): ReactElement {
  const say = useKitWords();
  useReturnFocus();
  const [isAsking, setAsking] = useState(false);
  const [taken, setTaken] = useState<string>();
  const close = () => {
    setAsking(false);
    onClose();
  };
  const leave = () => (taken === secret ? close() : setAsking(true));
  // A browser that refuses its clipboard leaves the secret on the screen.
  const copyAndClose = async () => {
    if (await writeClipboard(secret ?? '')) {
      toast(say('copied'));
      close();
    } else setAsking(true);
  };
  return (
    <Modal
      open={secret !== undefined}
      title={title}
      width={520}
      mask={{ closable: false }}
      onCancel={leave}
      afterClose={returnFocus}
      footer={
        isAsking ? (
          <div className="secret-ask" role="alert">
            <span>{say(isToSend ? 'sentAsk' : 'storedAsk')}</span>
            <Button onClick={() => setAsking(false)}>{say('storedKeep')}</Button>
            <Button type="primary" onClick={close}>
              {say(isToSend ? 'sent' : 'stored')}
            </Button>
          </div>
        ) : (
          <>
            <Button onClick={leave}>{say('close')}</Button>
            <Button type="primary" onClick={() => void copyAndClose()}>
              {say('copyAndFinish')}
            </Button>
          </>
        )
      }
    >
      {note && <p role="status">{note}</p>}
      {secret !== undefined && (
        <SecretOnce
          secret={secret}
          fileName={fileName}
          isToSend={isToSend}
          onTaken={() => setTaken(secret)}
        />
      )}
    </Modal>
  );
}
