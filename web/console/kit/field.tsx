import { cloneElement, type ReactElement, type ReactNode, useId } from 'react';

interface Described {
  id?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean;
}

/** A labelled control. Its note is its description: inside the label, it would be read as part of the name. */
export function Field({
  label,
  note,
  problem,
  children,
}: {
  label: ReactNode;
  note?: ReactNode;
  /** What is wrong with the value; takes the place of the note. */
  problem?: string | undefined;
  children: ReactElement<Described>;
}): ReactElement {
  const id = useId();
  const noteId = `${id}-note`;
  const text = problem ?? note;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {cloneElement(children, {
        id,
        ...(text ? { 'aria-describedby': noteId } : {}),
        ...(problem ? { 'aria-invalid': true } : {}),
      })}
      {text && (
        <span id={noteId} className={problem ? 'field-problem' : 'field-note'}>
          {text}
        </span>
      )}
    </div>
  );
}
