import './date-time-field.css';
import { Input } from 'antd';
import { type ReactElement, useId } from 'react';
import { useSession } from '../client/session.ts';
import { isDay, readDateTime } from './date-time-text.ts';
import { useFieldProblem } from './field-problems.ts';
import { useKitWords } from './kit-words.ts';

interface Preset {
  label: string;
  /** As the field shows it; empty for none. */
  text: string;
}

/** A date and a time of day in the platform's time zone, or a day, typed in one form for every language. */
export function DateTimeField({
  label,
  name,
  note,
  text,
  presets = [],
  isDayOnly = false,
  onText,
}: {
  label: string;
  /** Its name in the request, as of `Field`. */
  name?: string;
  note?: string;
  text: string;
  presets?: readonly Preset[];
  /** Without a time of day, and so without a time zone. */
  isDayOnly?: boolean;
  onText(text: string): void;
}): ReactElement {
  const say = useKitWords();
  const { timeZone } = useSession();
  const noteId = useId();
  const isRead = isDayOnly ? isDay(text) : readDateTime(text, timeZone) !== undefined;
  const isMistyped = text.trim() !== '' && !isRead;
  const zone = isDayOnly ? [] : [timeZone];
  const refused = useFieldProblem(name);
  const wrong = isMistyped ? say(isDayOnly ? 'dayWrong' : 'dateTimeWrong') : refused;
  return (
    <div className="date-time">
      <label className="field">
        <span>{label}</span>
        <Input
          value={text}
          placeholder={say(isDayOnly ? 'dayForm' : 'dateTimeForm')}
          autoComplete="off"
          maxLength={isDayOnly ? 10 : 16}
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
        {wrong ?? [...(note ? [note] : []), ...zone].join(' ')}
      </span>
    </div>
  );
}
