import type { ReactElement } from 'react';
import { useLanguage } from '../../client/words.ts';
import { actText } from '../../kit/act-text.ts';
import { useKitWords } from '../../kit/kit-words.ts';
import { noNumber } from '../../kit/number-text.ts';
import { timeText } from '../../kit/time-text.ts';
import { useAuditWords } from './audit-words.ts';
import { type DoneAct, restoredState, tellingFields } from './group-acts.ts';
import { useValueText } from './use-value-text.ts';

/** Who did what, as a sentence. */
export function ActSentence({ act }: { act: DoneAct }): ReactElement {
  const say = useAuditWords();
  const sayKit = useKitWords();
  const language = useLanguage();
  const { actor, action } = act.first;
  const restored = restoredState(act);
  const kind = say(`kind_${actor.kind}`);
  const nameOf = ({ kind: by, name }: typeof actor) => {
    if (by === 'platform') return sayKit('thePlatform');
    // The log stores a key as "key 4".
    return by === 'key' ? name.replace(/^key\b/, kind) : name || kind;
  };
  return (
    <span className="audit-sentence" title={[kind, actor.name, action].join(' · ')}>
      <strong>{nameOf(actor)}</strong> {actText(action, language)}
      {restored &&
        ` (${restored.madeAt ? say('stateOf', { time: timeText(restored.madeAt, 'full', language) }) : say('initialState')})`}
    </span>
  );
}

/** Which thing it was. */
export function ActFields({ act }: { act: DoneAct }): ReactElement {
  const valueText = useValueText();
  const texts = tellingFields(act).map(({ name, value }) => valueText(name, value));
  return <span className="audit-of soft">{texts.filter(Boolean).join(' · ') || noNumber}</span>;
}
