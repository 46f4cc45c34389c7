import type { ReactElement } from 'react';
import { useLanguage } from '../../client/words.ts';
import { actText } from '../../kit/act-text.ts';
import { actorText } from '../../kit/actor-text.ts';
import { timeText } from '../../kit/time-text.ts';
import { useAuditWords } from './audit-words.ts';
import { type DoneAct, restoredState, tellingFields } from './group-acts.ts';
import { useValueText } from './use-value-text.ts';

/** Who did what, as a sentence; without what it was done to where that has a line of its own. */
export function ActSentence({
  act,
  isShort = false,
}: {
  act: DoneAct;
  isShort?: boolean;
}): ReactElement {
  const say = useAuditWords();
  const language = useLanguage();
  const objects = useObjects()(act);
  const { actor, action } = act.first;
  const restored = restoredState(act);
  const state = restored?.madeAt
    ? say('stateOf', { time: timeText(restored.madeAt, 'full', language) })
    : say('initialState');
  const done = actText(action, language) + (restored ? ` (${state})` : '');
  const who = actorText(actor, language);
  return (
    <span className="audit-sentence" title={[say(`kind_${actor.kind}`), action].join(' · ')}>
      <strong>{who}</strong> {isShort || !objects ? done : say('doneTo', { done, objects })}
    </span>
  );
}

/** Which things an act was about. */
export function useObjects(): (act: DoneAct) => string {
  const valueText = useValueText();
  return (act) =>
    tellingFields(act)
      .map(({ name, value, currency }) => valueText(name, value, currency))
      .filter(Boolean)
      .join(' · ');
}
