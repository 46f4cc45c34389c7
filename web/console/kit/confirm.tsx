import './confirm.css';
import { Button, Input, Modal } from 'antd';
import { type ReactElement, type ReactNode, useId, useRef, useState } from 'react';
import { useKitWords } from './kit-words.ts';
import { ProblemBar } from './problem-bar.tsx';
import { useReturnFocus } from './use-return-focus.ts';

/** A label with its value, or with the values before and after. */
interface ConfirmRow {
  label: string;
  value?: ReactNode;
  before?: ReactNode;
  after?: ReactNode;
}

/** The first text field of the form. */
const asked = 'input:not([type="checkbox"], [type="radio"]), textarea';

/**
 * Asks before a change, with the verb on the button. The name must be typed only where nothing can undo the
 * change. Input survives a refusal.
 */
export function Confirm({
  isOpen,
  title,
  rows = [],
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
  rows?: readonly ConfirmRow[];
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
  const isTyped = typedName === undefined || typed.trim() === typedName;
  const close = () => {
    setTyped('');
    setError(undefined);
    onClose();
  };
  const confirm = async () => {
    if (isBusy || !isTyped || !canConfirm) return;
    setBusy(true);
    setError(undefined);
    await onConfirm().then(close, setError);
    setBusy(false);
  };
  return (
    <Modal
      open={isOpen}
      title={title}
      onCancel={close}
      mask={{ closable: false }}
      width={428}
      destroyOnHidden
      // antd focuses the close button; the first field is more useful.
      afterOpenChange={(isShown) => {
        if (isShown) form.current?.querySelector<HTMLElement>(asked)?.focus();
      }}
      footer={[
        <Button key="cancel" onClick={close}>
          {say('cancel')}
        </Button>,
        <Button
          key="confirm"
          type="primary"
          danger={isDanger}
          loading={isBusy}
          disabled={!isTyped || !canConfirm}
          // The footer is outside the form, so the button names it: Enter in a field submits.
          htmlType="submit"
          form={formId}
        >
          {verb}
        </Button>,
      ]}
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
        <ProblemBar error={error} isChange />
        {rows.length > 0 && <ConfirmRows rows={rows} />}
        {children}
        {typedName !== undefined && (
          <label className="field">
            <span>{say('typeToConfirm', { name: typedName })}</span>
            <Input value={typed} onChange={(event) => setTyped(event.target.value)} />
          </label>
        )}
      </form>
    </Modal>
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
