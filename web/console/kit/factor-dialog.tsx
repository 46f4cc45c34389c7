import { useQueryClient } from '@tanstack/react-query';
import { Modal } from 'antd';
import { type ReactElement, useCallback, useEffect, useRef, useState } from 'react';
import { setSessionHandlers } from '../client/api.ts';
import { sessionQuery, useSession } from '../client/session.ts';
import { FactorForm } from './factor-form.tsx';
import { useKitWords } from './kit-words.ts';

/**
 * Stands by while somebody is signed in. When the platform wants the second factor again it asks for it
 * over whatever is open, which stays as it was, and the request goes on.
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
      // A dialog begins at its cross; here one types at once, and would type into nothing.
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
