import './confirm.css';
import { Button, Input, Modal } from 'antd';
import { type ReactElement, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { FieldProblemsProvider, useFieldProblems } from './field-problems.ts';
import { useKitWords } from './kit-words.ts';
import { ProblemBar } from './problem-bar.tsx';
import { useActTitle } from './use-act-title.ts';
import { isFactorMissing, useFactorHere } from './use-factor-here.tsx';
import { returnFocus, useReturnFocus } from './use-return-focus.ts';

/** A label with its value, or with the values before and after. */
export interface ConfirmRow {
  label: string;
  value?: ReactNode;
  before?: ReactNode;
  after?: ReactNode;
}

/** The first text field of the form. */
const asked = 'input:not([type="checkbox"], [type="radio"]), textarea';

/**
 * Asks before a change, with the verb on the button. The name must be typed only where nothing can undo the
 * change. The second factor is asked for in its foot, below what is confirmed. Input survives a refusal, and
 * is not discarded before the person was asked.
 */
export function Confirm({
  isOpen,
  title,
  act = title,
  rows = [],
  summary,
  children,
  verb,
  isDanger = false,
  typedName,
  canConfirm = true,
  onConfirm,
  onClose,
}: {
  isOpen: boolean;
  title: string;
  /** What the second factor is asked for, where it says more than the title. */
  act?: string;
  rows?: readonly ConfirmRow[];
  /** What was typed, in short: it stands for the fields while the second factor is asked for. */
  summary?: readonly ConfirmRow[];
  children?: ReactNode;
  /** "Revoke key …7f3a", never "OK". */
  verb: string;
  isDanger?: boolean;
  typedName?: string;
  canConfirm?: boolean;
  onConfirm(): Promise<unknown>;
  onClose(): void;
}): ReactElement {
  const say = useKitWords();
  const form = useRef<HTMLFormElement>(null);
  useReturnFocus();
  const formId = useId();
  const [typed, setTyped] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const draft = useDraft();
  const problems = useFieldProblems(error);
  // The field is read with its description, which is what is wrong with it.
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [error]);
  const titleOf = useActTitle();
  const { offer, asked: factor, leave } = useFactorHere();
  const isTyped = typedName === undefined || typed.trim() === typedName;
  const close = () => {
    leave();
    draft.drop();
    setTyped('');
    setError(undefined);
    onClose();
  };
  const confirm = async () => {
    if (isBusy || !isTyped || !canConfirm) return;
    setBusy(true);
    setError(undefined);
    const withdraw = offer();
    await onConfirm()
      .then(close, (problem) => setError(isFactorMissing(problem) ? undefined : problem))
      .finally(withdraw);
    setBusy(false);
  };
  return (
    <Modal
      open={isOpen}
      title={factor ? titleOf(act) : title}
      onCancel={() => draft.leave(close)}
      mask={{ closable: false }}
      width={428}
      destroyOnHidden
      // antd focuses the close button; the first field is more useful.
      afterOpenChange={(isShown) => {
        if (isShown) form.current?.querySelector<HTMLElement>(asked)?.focus();
        else returnFocus();
      }}
      footer={
        draft.isAsked ? (
          <DraftQuestion onKeep={draft.keep} onDrop={close} />
        ) : factor ? (
          factor.foot
        ) : (
          <>
            <Button onClick={close}>{say('cancel')}</Button>
            <Button
              type="primary"
              danger={isDanger}
              loading={isBusy}
              disabled={!isTyped || !canConfirm}
              // The footer is outside the form, so the button names it: Enter in a field submits.
              htmlType="submit"
              form={formId}
            >
              {verb}
            </Button>
          </>
        )
      }
    >
      <form
        ref={form}
        id={formId}
        className="confirm"
        onSubmit={(event) => {
          event.preventDefault();
          void confirm();
        }}
      >
        <ProblemBar error={error} isChange shown={problems.shown} />
        {factor && summary ? (
          <ConfirmRows rows={summary} />
        ) : (
          rows.length > 0 && <ConfirmRows rows={rows} />
        )}
        {/* The fields stay, so that what was typed is there again after a step back. */}
        <div
          className="confirm"
          hidden={factor && summary !== undefined}
          inert={Boolean(factor)}
          onChange={draft.note}
        >
          <FieldProblemsProvider value={problems}>{children}</FieldProblemsProvider>
          {typedName !== undefined && (
            <label className="field confirm-name">
              <span>{say('typeToConfirm', { name: typedName })}</span>
              <Input value={typed} onChange={(event) => setTyped(event.target.value)} />
            </label>
          )}
        </div>
      </form>
    </Modal>
  );
}

/** Whether something was typed that would be lost, and whether the person is asked about it. */
function useDraft() {
  const isTyped = useRef(false);
  const place = useRef<Element>(null);
  const [isAsked, setAsked] = useState(false);
  const keep = () => {
    setAsked(false);
    if (place.current instanceof HTMLElement) place.current.focus();
  };
  return {
    isAsked,
    /** The name that confirms an act is quickly typed again. */
    note: ({ target }: { target: unknown }) => {
      if (!(target instanceof Element) || target.closest('.confirm-name')) return;
      if (target.matches(asked)) isTyped.current = true;
    },
    /** A second Escape answers the question: the person stays. */
    leave: (close: () => void) => {
      if (isAsked) return keep();
      if (!isTyped.current) return close();
      place.current = document.activeElement;
      setAsked(true);
    },
    keep,
    drop: () => {
      isTyped.current = false;
      setAsked(false);
    },
  };
}

function DraftQuestion({ onKeep, onDrop }: { onKeep(): void; onDrop(): void }): ReactElement {
  const say = useKitWords();
  return (
    <div className="confirm-ask" role="alert">
      <span>{say('draftAsk')}</span>
      <Button autoFocus onClick={onKeep}>
        {say('draftKeep')}
      </Button>
      <Button type="primary" danger onClick={onDrop}>
        {say('draftDrop')}
      </Button>
    </div>
  );
}

function ConfirmRows({ rows }: { rows: readonly ConfirmRow[] }): ReactElement {
  return (
    <dl className="confirm-rows">
      {rows.map(({ label, value, before, after }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {value ?? (
              <>
                {before} <span aria-hidden="true">→</span> <strong>{after}</strong>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
