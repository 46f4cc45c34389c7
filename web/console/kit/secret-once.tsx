import './secret-once.css';
import { Button, Modal } from 'antd';
import { type ReactElement, useState } from 'react';
import { saveText } from '../client/downloads.ts';
import { CopyButton } from './copy-button.tsx';
import { Icon } from './icon.tsx';
import { useKitWords } from './kit-words.ts';

/** A secret that is shown once: a key, or recovery codes, one per line. */
export function SecretOnce({
  secret,
  fileName,
}: {
  secret: string;
  fileName: string;
}): ReactElement {
  const say = useKitWords();
  return (
    <div className="secret">
      <p>
        <strong>{say('shownOnce')}</strong> {say('shownOnceHint')}
      </p>
      <pre className={secret.includes('\n') ? 'secret-text secret-lines' : 'secret-text'}>
        {secret}
      </pre>
      <p className="secret-actions">
        <CopyButton text={secret} isPrimary />
        <Button
          icon={<Icon name="download" size={14} />}
          onClick={() => saveText(fileName, `${secret}\n`)}
        >
          {say('download')}
        </Button>
      </p>
    </div>
  );
}

/** Asks whether the secret was stored before it closes. */
export function SecretDialog({
  title,
  note,
  secret,
  fileName,
  onClose,
}: {
  title: string;
  /** A sentence above the secret. */
  note?: string | undefined;
  secret: string | undefined;
  fileName: string;
  onClose(): void;
}): ReactElement {
  const say = useKitWords();
  const [isAsking, setAsking] = useState(false);
  const close = () => {
    setAsking(false);
    onClose();
  };
  return (
    <Modal
      open={secret !== undefined}
      title={title}
      width={520}
      mask={{ closable: false }}
      onCancel={() => setAsking(true)}
      footer={
        isAsking ? (
          <div className="secret-ask" role="alert">
            <span>{say('storedAsk')}</span>
            <Button onClick={() => setAsking(false)}>{say('storedKeep')}</Button>
            <Button type="primary" onClick={close}>
              {say('stored')}
            </Button>
          </div>
        ) : (
          <Button onClick={() => setAsking(true)}>{say('close')}</Button>
        )
      }
    >
      {note && <p role="status">{note}</p>}
      {secret !== undefined && <SecretOnce secret={secret} fileName={fileName} />}
    </Modal>
  );
}
