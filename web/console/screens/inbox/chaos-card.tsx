import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, InputNumber } from 'antd';
import { type ReactElement, useState } from 'react';
import type { ChaosSwitches } from '../../../../src/surfaces/console/inbox/inbox-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { useMay } from '../../client/use-may.ts';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { toast } from '../../kit/toast.ts';
import { useInboxWords } from './inbox-words.ts';

const names = ['delayMs', 'fail', 'timeOut', 'lose', 'duplicate', 'reorder'] as const;
const calm: ChaosSwitches = { delayMs: 0, fail: 0, timeOut: 0, lose: 0, duplicate: 0, reorder: 0 };
const longestDelayMs = 60_000;

/** The faults that the sandbox of one account simulates. */
export function ChaosCard(): ReactElement | null {
  const say = useInboxWords();
  const api = useApi();
  const may = useMay();
  const queries = useQueryClient();
  const [typed, setTyped] = useState<Partial<ChaosSwitches>>({});
  const queryKey = [api.scope, api.mode, 'chaos'];
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get<ChaosSwitches>('inbox/chaos', {}, signal),
    enabled: api.accountId !== undefined,
  });
  const set = useMutation({
    mutationFn: (wanted: ChaosSwitches) => api.post<ChaosSwitches>('inbox/set-chaos', wanted),
    onSuccess: (now) => {
      queries.setQueryData(queryKey, now);
      setTyped({});
      toast(say('chaosSet'));
    },
  });
  if (!data) return null;
  const wanted = { ...data, ...typed };
  const isDirty = names.some((name) => wanted[name] !== data[name]);
  const isCalm = names.every((name) => data[name] === 0);
  return (
    <section className="card" aria-labelledby="inbox-chaos">
      <header className="card-head">
        <h2 id="inbox-chaos">{say('chaosTitle')}</h2>
        {!isCalm && may('inbox.play') && (
          <button type="button" className="link" onClick={() => set.mutate(calm)}>
            {say('chaosCalm')}
          </button>
        )}
      </header>
      <p className="inbox-quiet">{say('chaosHint')}</p>
      <ProblemBar error={set.error} isChange />
      <ul className="inbox-chaos">
        {names.map((name) => (
          <li key={name} data-on={wanted[name] > 0 || undefined}>
            <label htmlFor={`chaos-${name}`}>{say(`chaos_${name}`)}</label>
            <InputNumber
              id={`chaos-${name}`}
              size="small"
              min={0}
              max={name === 'delayMs' ? longestDelayMs : 100}
              step={name === 'delayMs' ? 500 : 5}
              precision={0}
              suffix={name === 'delayMs' ? 'ms' : '%'}
              disabled={!may('inbox.play')}
              value={wanted[name]}
              onChange={(value) => setTyped({ ...typed, [name]: value ?? 0 })}
            />
          </li>
        ))}
      </ul>
      {isDirty && (
        <p className="inbox-chaos-foot">
          <span className="soft">{say('chaosEffect')}</span>
          <Button type="primary" loading={set.isPending} onClick={() => set.mutate(wanted)}>
            {say('chaosSave')}
          </Button>
        </p>
      )}
    </section>
  );
}
