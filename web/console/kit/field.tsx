import { cloneElement, type ReactElement, type ReactNode, useId } from 'react';
import { useFieldProblem } from './field-problems.ts';

interface Described {
  id?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean;
}

/** A labelled control. Its note is its description: inside the label, it would be read as part of the name. */
export function Field({
  label,
  name,
  note,
  problem,
  className = 'field',
  children,
}: {
  label: ReactNode;
  /** Its name in the request: the server's refusal of it is shown here. */
  name?: string;
  note?: ReactNode;
  /** What is wrong with the value; takes the place of the note. */
  problem?: string | undefined;
  className?: string;
  children: ReactElement<Described>;
}): ReactElement {
  const id = useId();
  const noteId = `${id}-note`;
  const refused = useFieldProblem(name);
  const wrong = problem ?? refused;
  const text = wrong ?? note;
  return (
    <div className={className}>
      <label htmlFor={id}>{label}</label>
      {cloneElement(children, {
        id,
        ...(text ? { 'aria-describedby': noteId } : {}),
        ...(wrong ? { 'aria-invalid': true } : {}),
      })}
      {text && (
        <span
          id={noteId}
          className={wrong ? 'field-problem' : 'field-note'}
          role={refused ? 'alert' : undefined}
        >
          {text}
        </span>
      )}
    </div>
  );
}
