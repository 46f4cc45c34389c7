import type { ReactElement } from 'react';
import { useLanguage } from '../../client/words.ts';
import { useAuditWords } from './audit-words.ts';
import { actText, type DoneAct, tellingFields } from './group-acts.ts';
import { useValueText } from './use-value-text.ts';

/** Who did what, as a sentence. */
export function ActSentence({ act: { first } }: { act: DoneAct }): ReactElement {
  const say = useAuditWords();
  const language = useLanguage();
  const { actor, action } = first;
  const kind = say(`kind_${actor.kind}`);
  return (
    <span className="audit-sentence" title={`${kind} · ${action}`}>
      <strong>{actor.name || kind}</strong> {actText(action, language)}
    </span>
  );
}

/** Which thing it was. */
export function ActFields({ act }: { act: DoneAct }): ReactElement {
  const valueText = useValueText();
  const texts = tellingFields(act).map(({ name, value }) => valueText(name, value));
  return <span className="audit-of soft">{texts.filter(Boolean).join(' · ')}</span>;
}
