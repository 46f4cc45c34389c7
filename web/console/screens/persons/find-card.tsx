import { Button, Input, Radio } from 'antd';
import { type ReactElement, useState } from 'react';
import type {
  AskedPerson,
  FoundPerson,
} from '../../../../src/surfaces/console/persons/persons-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { usePersonsWords } from './persons-words.ts';

const kinds = ['mobile', 'id_number'] as const;
const forms = { mobile: '13800000000', id_number: '110101199003070011' };

/** The number stays in this form: it is in no URL and in no cache. */
export function FindCard({
  onFound,
}: {
  onFound(found: { person: AskedPerson; held: FoundPerson } | undefined): void;
}): ReactElement {
  const say = usePersonsWords();
  const api = useApi();
  const [kind, setKind] = useState<AskedPerson['kind']>('mobile');
  const [number, setNumber] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const find = async () => {
    const person = { kind, number: number.trim() };
    if (isBusy || person.number === '') return;
    setBusy(true);
    setError(undefined);
    onFound(undefined);
    await api
      .post<FoundPerson>('persons/find', person)
      .then((held) => onFound({ person, held }), setError);
    setBusy(false);
  };
  return (
    <section className="card">
      <header className="card-head">
        <h2>{say('findTitle')}</h2>
      </header>
      <ProblemBar error={error} />
      <form
        className="persons-find"
        onSubmit={(event) => {
          event.preventDefault();
          void find();
        }}
      >
        <Radio.Group
          aria-label={say('kind')}
          value={kind}
          options={kinds.map((value) => ({ value, label: say(`kind_${value}`) }))}
          onChange={(event) => setKind(event.target.value)}
        />
        <div className="persons-find-line">
          <Input
            aria-label={say(`kind_${kind}`)}
            autoComplete="off"
            placeholder={forms[kind]}
            maxLength={64}
            value={number}
            onChange={(event) => setNumber(event.target.value)}
          />
          <Button type="primary" htmlType="submit" loading={isBusy}>
            {say('find')}
          </Button>
        </div>
      </form>
    </section>
  );
}
