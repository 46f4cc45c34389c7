import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Input, InputNumber, Select } from 'antd';
import { type ReactElement, type ReactNode, useState } from 'react';
import type { LimitFacts } from '../../../../src/surfaces/console/accounts/accounts-contract.ts';
import { useSession } from '../../client/session.ts';
import { useApi } from '../../client/use-api.ts';
import { useMay } from '../../client/use-may.ts';
import { DataTable } from '../../kit/data-table.tsx';
import { Field } from '../../kit/field.tsx';
import { RoleNote } from '../../kit/locked-note.tsx';
import { Money } from '../../kit/money.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { CardSkeleton } from '../../kit/skeletons.tsx';
import { Time } from '../../kit/time.tsx';
import { UnsavedBar } from '../../kit/unsaved-bar.tsx';
import { useDraftBase } from '../../kit/versions/use-draft-base.ts';
import { useVersions } from '../../kit/versions/use-versions.ts';
import { VersionsCard } from '../../kit/versions/versions-card.tsx';
import { useAccountsWords } from './accounts-words.ts';
import { LimitsInForce } from './limits-in-force.tsx';
import { type Limits, limitCounts, useLimitRows } from './use-limit-rows.ts';

export function LimitsCard({ isChangeable }: { isChangeable: boolean }): ReactElement {
  const api = useApi();
  const limits = useQuery({
    queryKey: [api.scope, api.mode, 'limits'],
    queryFn: ({ signal }) => api.get<LimitFacts>('accounts/limits', {}, signal),
  });
  if (!limits.data) {
    return limits.error ? <ProblemBar error={limits.error} /> : <CardSkeleton height={420} />;
  }
  return (
    <div className="account-columns">
      {api.area === 'customer' ? (
        <LimitsInForce facts={limits.data} />
      ) : (
        <LimitsForm key={api.mode} facts={limits.data} isChangeable={isChangeable} />
      )}
      <ClosedRanges facts={limits.data} isChangeable={isChangeable} />
    </div>
  );
}

function LimitsForm({
  facts: { mode, set, inForce },
  isChangeable,
}: {
  facts: LimitFacts;
  isChangeable: boolean;
}): ReactElement {
  const say = useAccountsWords();
  const api = useApi();
  const queries = useQueryClient();
  const { currency } = useSession();
  const mayRead = useMay()('accounts.read');
  const [changes, setChanges] = useState<Partial<Limits>>({});
  const draft = { ...set, ...changes };
  const change = (one: Partial<Limits>) => setChanges({ ...changes, ...one });
  const queryKey = [api.scope, api.mode, 'limits'];
  const { base, saveOn } = useDraftBase(set, Object.keys(changes).length > 0);
  const took = (facts: LimitFacts) => {
    queries.setQueryData(queryKey, facts);
    setChanges({});
  };
  const versions = useVersions<Limits, LimitFacts>({
    listPath: 'accounts/limit-versions',
    query: {},
    restorePath: 'accounts/restore-limits',
    key: { mode },
    isRead: mayRead,
    onRestored: took,
  });
  const rowsOf = useLimitRows();
  const save = useMutation({
    mutationFn: () =>
      saveOn(
        (was) => api.post<LimitFacts>('accounts/set-limits', { mode, ...changes, was }),
        async () => {
          const facts = await api.get<LimitFacts>('accounts/limits');
          queries.setQueryData(queryKey, facts);
          return facts.set;
        },
      ),
    onSuccess: async (facts) => {
      took(facts);
      await versions.saved(say('saved'), base, facts.set);
    },
  });
  const limitText = (value: ReactNode) => (
    <>
      {say('inForce', { value: '' })}
      {value}
    </>
  );
  return (
    <div className="stack">
      <RoleNote right="limits.change" />
      <section className="card account-section">
        <h2>{say('limitsOf', { mode: say(mode === 'live' ? 'modeLive' : 'modeTest') })}</h2>
        {isChangeable && <p className="soft">{say('limitsHint')}</p>}
        <Field
          className="limit-field"
          label={say('perNumber')}
          note={limitText(say(inForce.perNumber ? 'yes' : 'no'))}
        >
          <Select
            disabled={!isChangeable}
            value={String(draft.perNumber)}
            options={[
              {
                value: 'null',
                label: say('perNumberDefault', { word: say(mode === 'live' ? 'yes' : 'no') }),
              },
              { value: 'true', label: say('yes') },
              { value: 'false', label: say('no') },
            ]}
            onChange={(value) => change({ perNumber: JSON.parse(value) })}
          />
        </Field>
        {limitCounts.map((name) => (
          <Field
            className="limit-field"
            key={name}
            label={say(name)}
            note={limitText(inForce[name] ?? say('notLimited'))}
          >
            <InputNumber
              disabled={!isChangeable}
              min={1}
              max={1000}
              precision={0}
              value={draft[name]}
              onChange={(value) => change({ [name]: value })}
            />
          </Field>
        ))}
        <Field
          className="limit-field"
          label={say('regions')}
          note={limitText(inForce.regions?.join(', ') ?? say('notLimited'))}
        >
          <Select
            mode="tags"
            disabled={!isChangeable}
            open={false}
            suffixIcon={null}
            tokenSeparators={[',', ' ', '，']}
            placeholder={say('regionsHint')}
            value={draft.regions ?? []}
            onChange={(values: string[]) =>
              change({ regions: values.length > 0 ? values.map((one) => one.toUpperCase()) : null })
            }
          />
        </Field>
        <Field
          className="limit-field"
          label={say('spendCapDay')}
          note={limitText(
            inForce.spendCapDay ? <Money amount={inForce.spendCapDay} /> : say('noCap'),
          )}
        >
          <Input
            disabled={!isChangeable}
            inputMode="decimal"
            suffix={currency}
            value={draft.spendCapDay ?? ''}
            onChange={({ target }) => change({ spendCapDay: target.value.trim() || null })}
          />
        </Field>
      </section>
      <UnsavedBar
        effect={Object.keys(changes).length > 0 ? say('effectLimits') : undefined}
        verb={say('save')}
        onSave={() => save.mutateAsync()}
        onDrop={() => setChanges({})}
      />
      <VersionsCard versions={versions} current={set} mayRestore={isChangeable} rowsOf={rowsOf} />
    </div>
  );
}

function ClosedRanges({
  facts: { closed, mode },
  isChangeable,
}: {
  facts: LimitFacts;
  isChangeable: boolean;
}): ReactElement {
  const say = useAccountsWords();
  const api = useApi();
  const queries = useQueryClient();
  const open = useMutation({
    mutationFn: (prefix: string) => api.post('accounts/open-prefix', { mode, prefix }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [api.scope, api.mode, 'limits'] }),
  });
  return (
    <section className="card">
      <header className="card-head">
        <h2>{say('closedRanges')}</h2>
      </header>
      <ProblemBar error={open.error} isChange />
      {closed.length > 0 && <p className="closed-hint soft">{say('closedHint')}</p>}
      <DataTable
        label={say('closedRanges')}
        rows={closed}
        rowKey={({ prefix }) => prefix}
        empty={say('closedNone')}
        columns={[
          {
            name: 'prefix',
            title: say('prefix'),
            cell: ({ prefix }) => <code>{prefix}</code>,
          },
          {
            name: 'until',
            title: say('until'),
            cell: ({ closedUntil }) => <Time at={closedUntil} />,
          },
          { name: 'why', title: say('why'), cell: ({ reason }) => reason },
          ...(isChangeable
            ? [
                {
                  name: 'open',
                  title: '',
                  cell: ({ prefix }: LimitFacts['closed'][number]) => (
                    <Button size="small" onClick={() => open.mutate(prefix)}>
                      {say('open')}
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
      />
    </section>
  );
}
