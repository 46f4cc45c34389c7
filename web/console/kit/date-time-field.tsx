import './date-time-field.css';
import { Input } from 'antd';
import { type ReactElement, useId } from 'react';
import { useSession } from '../client/session.ts';
import { readDateTime } from './date-time-text.ts';
import { useFieldProblem } from './field-problems.ts';
import { useKitWords } from './kit-words.ts';

interface Preset {
  label: string;
  /** As the field shows it; empty for none. */
  text: string;
}

/** A date and a time of day in the platform's time zone, typed in one form for every language. */
export function DateTimeField({
  label,
  name,
  note,
  text,
  presets = [],
  onText,
}: {
  label: string;
  /** Its name in the request, as of `Field`. */
  name?: string;
  note?: string;
  text: string;
  presets?: readonly Preset[];
  onText(text: string): void;
}): ReactElement {
  const say = useKitWords();
  const { timeZone } = useSession();
  const noteId = useId();
  const isMistyped = text.trim() !== '' && !readDateTime(text, timeZone);
  const refused = useFieldProblem(name);
  const wrong = isMistyped ? say('dateTimeWrong') : refused;
  return (
    <div className="date-time">
      <label className="field">
        <span>{label}</span>
        <Input
          value={text}
          placeholder={say('dateTimeForm')}
          autoComplete="off"
          maxLength={16}
          {...(wrong ? { status: 'error' as const } : {})}
          aria-invalid={wrong !== undefined}
          aria-describedby={noteId}
          onChange={(event) => onText(event.target.value)}
        />
      </label>
      {presets.length > 0 && (
        <span className="date-time-presets">
          {presets.map((preset) => (
            <button
              key={preset.label}
              type="button"
              className="link"
              onClick={() => onText(preset.text)}
            >
              {preset.label}
            </button>
          ))}
        </span>
      )}
      <span id={noteId} className={wrong ? 'field-note date-time-wrong' : 'field-note'}>
        {wrong ?? (note ? `${note} ${timeZone}` : timeZone)}
      </span>
    </div>
  );
}
