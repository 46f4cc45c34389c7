import { useQueryClient } from '@tanstack/react-query';
import { Modal } from 'antd';
import { type ReactElement, useCallback, useEffect, useRef, useState } from 'react';
import { setSessionHandlers } from '../client/api.ts';
import { sessionQuery, useSession } from '../client/session.ts';
import { FactorForm } from './factor-form.tsx';
import { useKitWords } from './kit-words.ts';

/**
 * Asks for the second factor when the server wants it again, above whatever is open; the request then
 * continues.
 */
export function FactorDialog({ onSignedOut }: { onSignedOut(): void }): ReactElement {
  const say = useKitWords();
  const queries = useQueryClient();
  const { factors = [] } = useSession();
  const [isOpen, setOpen] = useState(false);
  const form = useRef<HTMLDivElement>(null);
  const waiting = useRef<((isProved: boolean) => void)[]>([]);
  const end = useCallback((isProved: boolean) => {
    setOpen(false);
    for (const resolve of waiting.current.splice(0)) resolve(isProved);
  }, []);
  useEffect(() => {
    setSessionHandlers({
      askFactor: () =>
        new Promise((resolve) => {
          waiting.current.push(resolve);
          setOpen(true);
        }),
      onSignedOut,
    });
    return () => setSessionHandlers(undefined);
  }, [onSignedOut]);
  return (
    <Modal
      open={isOpen}
      title={say('factorTitle')}
      onCancel={() => end(false)}
      footer={null}
      width={428}
      zIndex={1_200}
      destroyOnHidden
      // antd focuses the close button; people start typing at once.
      afterOpenChange={(isShown) => {
        if (isShown) form.current?.querySelector<HTMLElement>('input, button')?.focus();
      }}
    >
      <p className="soft dialog-text">{say('factorText')}</p>
      <div ref={form}>
        <FactorForm
          factors={factors}
          note={say('factorGood')}
          onProved={(session) => {
            queries.setQueryData(sessionQuery.queryKey, session);
            end(true);
          }}
        />
      </div>
    </Modal>
  );
}
