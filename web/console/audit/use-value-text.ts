import { useAuditWords } from './audit-words.ts';
import { hiddenMark, valueText } from './changed-fields.ts';

/** A value in the reader's words; of a secret, that there is one, and the mark that tells it from another. */
export function useValueText(): (name: string, value: unknown) => string | undefined {
  const say = useAuditWords();
  return (name, value) => {
    const mark = hiddenMark(value);
    return mark ? say('hidden', { mark }) : valueText(name, value);
  };
}
