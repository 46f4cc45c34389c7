import type { ReactElement } from 'react';
import { useLanguage } from '../../client/words.ts';
import { actText } from '../../kit/act-text.ts';
import { actorText } from '../../kit/actor-text.ts';
import { timeText } from '../../kit/time-text.ts';
import { useAuditWords } from './audit-words.ts';
import { type DoneAct, restoredState, tellingFields } from './group-acts.ts';
import { useValueText } from './use-value-text.ts';

/** Who did what, as a sentence. */
export function ActSentence({ act }: { act: DoneAct }): ReactElement {
  const say = useAuditWords();
  const language = useLanguage();
  const { actor, action } = act.first;
  const restored = restoredState(act);
  const kind = say(`kind_${actor.kind}`);
  // The log stores a key as "key 4".
  const name = actorText(actor, language) || kind;
  return (
    <span className="audit-sentence" title={[kind, name, action].join(' · ')}>
      <strong>{actor.kind === 'key' ? name.replace(/^key\b/, kind) : name}</strong>{' '}
      {actText(action, language)}
      {restored &&
        ` (${restored.madeAt ? say('stateOf', { time: timeText(restored.madeAt, 'full', language) }) : say('initialState')})`}
    </span>
  );
}

/** Which thing it was; nothing on a phone if nothing tells it. */
export function ActFields({ act, none }: { act: DoneAct; none?: string }): ReactElement {
  const valueText = useValueText();
  const texts = tellingFields(act).map(({ name, value }) => valueText(name, value));
  return <span className="audit-of soft">{texts.filter(Boolean).join(' · ') || none}</span>;
}
