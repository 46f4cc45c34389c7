import type { ReactElement } from 'react';
import type {
  AskedPerson,
  Erasures,
} from '../../../../src/surfaces/console/persons/persons-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { Confirm } from '../../kit/confirm.tsx';
import { toast } from '../../kit/toast.ts';
import { usePersonsWords } from './persons-words.ts';

/** Nothing can undo an erasure, so the number is typed once more. */
export function EraseDialog({
  person,
  onErased,
  onClose,
}: {
  person: AskedPerson;
  onErased(erasures: Erasures): void;
  onClose(): void;
}): ReactElement {
  const say = usePersonsWords();
  const api = useApi();
  const erase = async () => {
    onErased(await api.post<Erasures>('persons/erase', person));
    toast(say('erasing'));
  };
  return (
    <Confirm
      isOpen
      isDanger
      title={say('eraseTitle')}
      rows={[{ label: say(`kind_${person.kind}`), value: person.number }]}
      verb={say('eraseVerb')}
      typedName={person.number}
      onConfirm={erase}
      onClose={onClose}
    >
      <p>{say('eraseText')}</p>
      <p>{say('eraseWaits')}</p>
    </Confirm>
  );
}
