import './confirm.css';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, useCallback, useEffect, useRef, useState } from 'react';
import { ApiProblem } from '../client/api-problem.ts';
import { offerFactorPlace } from '../client/factor-places.ts';
import { sessionQuery, useSession } from '../client/session.ts';
import { FactorForm } from './factor-form.tsx';
import { useKitWords } from './kit-words.ts';

interface FactorHere {
  /** Asks here, until the returned function is called. */
  offer(): () => void;
  /** Undefined while nothing is asked for. */
  asked: { act: string | undefined; form: ReactElement; foot: ReactElement } | undefined;
  /** Goes back; the request fails with `factor_required`. */
  callOff(): void;
  /** Gives up what is under way, and what a request that was sent already would ask for. */
  leave(): void;
}

/** A place of the component's own to ask for the second factor; the request then continues. */
export function useFactorHere(): FactorHere {
  const say = useKitWords();
  const queries = useQueryClient();
  const { factors = [] } = useSession();
  const waiting = useRef<((isProved: boolean) => void)[]>([]);
  const [asked, setAsked] = useState<{ act: string | undefined }>();
  const end = useCallback((isProved: boolean) => {
    setAsked(undefined);
    for (const resolve of waiting.current.splice(0)) resolve(isProved);
  }, []);
  const isAway = useRef(false);
  const leave = useCallback(() => {
    isAway.current = true;
    end(false);
  }, [end]);
  // A reply can ask after its dialog was closed or unmounted, where nobody could answer.
  useEffect(() => leave, [leave]);
  const offer = useCallback(() => {
    isAway.current = false;
    return offerFactorPlace((act) => {
      if (isAway.current) return Promise.resolve(false);
      return new Promise((resolve) => {
        waiting.current.push(resolve);
        setAsked({ act });
      });
    });
  }, []);
  const form = (
    <FocusedFirst>
      <FactorForm
        factors={factors}
        note={say('factorGood')}
        onProved={(session) => {
          queries.setQueryData(sessionQuery.queryKey, session);
          end(true);
        }}
      />
    </FocusedFirst>
  );
  const callOff = () => end(false);
  const foot = (
    <div className="confirm-factor">
      {form}
      <Button onClick={callOff}>{say('factorBack')}</Button>
    </div>
  );
  return { offer, asked: asked && { act: asked.act, form, foot }, callOff, leave };
}

/** Whoever went back from the second factor knows why nothing was done. */
export const isFactorMissing = (error: unknown): boolean =>
  error instanceof ApiProblem && error.reason === 'factor_required';

/** People start typing, or press Enter, at once. */
function FocusedFirst({ children }: { children: ReactElement }): ReactElement {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector<HTMLElement>('input, button')?.focus(), []);
  return <div ref={place}>{children}</div>;
}
