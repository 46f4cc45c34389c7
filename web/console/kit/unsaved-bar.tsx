import './unsaved-bar.css';
import { Button } from 'antd';
import { type ReactElement, type ReactNode, useState } from 'react';
import { useKitWords } from './kit-words.ts';
import { ProblemBar } from './problem-bar.tsx';

/** Unsaved changes, at the bottom until they are saved or discarded. Inside a form, Enter in a field saves them. */
export function UnsavedBar({
  effect,
  calm,
  verb,
  onSave,
  onDrop,
}: {
  /** "tx-sms-main moved from 2nd to 1st for 44 accounts"; undefined while nothing was changed. */
  effect: ReactNode | undefined;
  /** What stands there while nothing was changed, so that the button has its place; without it there is no bar. */
  calm?: string | undefined;
  verb: string;
  onSave(): Promise<unknown>;
  onDrop(): void;
}): ReactElement | null {
  const say = useKitWords();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  if (effect === undefined) return calm ? <CalmBar text={calm} verb={verb} /> : null;
  const save = async () => {
    setBusy(true);
    setError(undefined);
    await onSave().catch(setError);
    setBusy(false);
  };
  return (
    <section className="unsaved-bar" aria-label={say('unsaved')} ref={leaveToContent}>
      <ProblemBar error={error} isChange />
      <p role="status">
        <strong>{say('unsaved')}</strong> {effect}
      </p>
      <Button onClick={onDrop}>{say('drop')}</Button>
      <Button type="primary" htmlType="submit" loading={isBusy} onClick={() => void save()}>
        {verb}
      </Button>
    </section>
  );
}

function CalmBar({ text, verb }: { text: string; verb: string }): ReactElement {
  return (
    <div className="unsaved-bar unsaved-calm">
      <p className="soft">{text}</p>
      <Button type="primary" disabled>
        {verb}
      </Button>
    </div>
  );
}

/** The bar disappears after saving; focus moves to the content, not to the top of the page. */
function leaveToContent(bar: HTMLElement | null): (() => void) | undefined {
  if (!bar) return undefined;
  return () => {
    const isLeft = bar.contains(document.activeElement);
    if (isLeft) document.getElementById('content')?.focus({ preventScroll: true });
  };
}
