import { Button, Radio } from 'antd';
import { type ReactElement, useState } from 'react';
import { ApiProblem } from '../../client/api-problem.ts';
import { choice, list, text, useSearchState } from '../../client/search-state.ts';
import { defineWords } from '../../client/words.ts';
import { Chart } from '../../kit/chart.tsx';
import { Confirm } from '../../kit/confirm.tsx';
import { DataTable } from '../../kit/data-table.tsx';
import { Figures } from '../../kit/figures.tsx';
import { FilterChips } from '../../kit/filter-chips.tsx';
import { FirstCallCurl } from '../../kit/first-call-curl.tsx';
import { Id } from '../../kit/id.tsx';
import { Money } from '../../kit/money.tsx';
import { numberText } from '../../kit/number-text.ts';
import { PageHead } from '../../kit/page-head.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { SearchField } from '../../kit/search-field.tsx';
import { SecretDialog } from '../../kit/secret-once.tsx';
import { Status } from '../../kit/status.tsx';
import type { StatusTone } from '../../kit/status-tone.ts';
import { Time } from '../../kit/time.tsx';
import { Timeline } from '../../kit/timeline.tsx';
import { toast } from '../../kit/toast.ts';
import { UnsavedBar } from '../../kit/unsaved-bar.tsx';
import { UpdatedAgo } from '../../kit/updated-ago.tsx';
import { en } from './en.ts';
import { bands, curl, problem, rows, series, stepMs, times } from './examples.ts';
import { zh } from './zh.ts';

const useWords = defineWords('gallery', { en, zh });
const tones: readonly StatusTone[] = [
  'good',
  'bad',
  'refused',
  'unknown',
  'sent',
  'pending',
  'off',
];
const fields = { q: text(), state: choice(['any', ...tones], 'any'), product: list() };

/** Every component of the kit, as examples and for the tests that check them all at once. */
export default function GalleryScreen(): ReactElement {
  const say = useWords();
  const [shownAt] = useState(Date.now);
  const [isDropped, setDropped] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [secret, setSecret] = useState<string>();
  return (
    <>
      <PageHead
        title={say('title')}
        aside={say('text')}
        actions={
          <>
            <Button onClick={() => toast(say('done'), say('toastText'))}>{say('toast')}</Button>
            <Button onClick={() => setSecret('cs_test_7Qm2vXc9RkT4bYw8HnZs3LpD6fGjA1e')}>
              {say('secret')}
            </Button>
            <Button type="primary" danger onClick={() => setAsking(true)}>
              {say('confirm')}
            </Button>
          </>
        }
      />
      <div className="stack">
        <Figures
          figures={[
            {
              name: 'success',
              label: say('good'),
              value: '99.31',
              unit: '%',
              change: { text: '0.22 pt', direction: 'down', isGood: false },
            },
            { name: 'price', label: say('price'), value: <Money amount="6842.3150" /> },
            {
              name: 'calls',
              label: say('id'),
              value: numberText(128_409),
              change: { text: '6.2%', direction: 'up', isGood: true },
              note: <UpdatedAgo at={shownAt} />,
            },
          ]}
        />
        <section className="card">
          <header className="card-head">
            <h2>{say('marks')}</h2>
            <span className="gallery-marks">
              {tones.map((tone) => (
                <Status key={tone} tone={tone} word={say(tone)} />
              ))}
            </span>
          </header>
        </section>
        <ProblemBar error={new ApiProblem(422, problem)} isChange onRetry={() => {}} />
        <ExampleTable />
        <section className="card">
          <header className="card-head">
            <h2>{say('chart')}</h2>
          </header>
          <Chart
            label={say('chartLabel')}
            times={times}
            series={series}
            stepMs={stepMs}
            bands={bands}
          />
        </section>
        <section className="card">
          <header className="card-head">
            <h2>{say('timeLine')}</h2>
          </header>
          <ExampleTimeline />
        </section>
        <section className="card">
          <header className="card-head">
            <h2>{say('empty')}</h2>
          </header>
          <FirstCallCurl sentence={say('emptySentence')} curl={curl} keyHint="…jA1e" />
        </section>
      </div>
      <UnsavedBar
        effect={isDropped ? undefined : say('unsaved')}
        verb={say('confirm')}
        onSave={() => Promise.reject(new ApiProblem(422, problem))}
        onDrop={() => setDropped(true)}
      />
      <Confirm
        isOpen={isAsking}
        title={say('confirmTitle')}
        verb={say('confirmTitle')}
        isDanger
        typedName="Rowan Bank"
        rows={[
          { label: say('name'), value: 'Rowan Bank' },
          {
            label: say('price'),
            before: <Money amount="0.0500" />,
            after: <Money amount="0.0450" />,
          },
        ]}
        onConfirm={() => Promise.reject(new ApiProblem(422, problem))}
        onClose={() => setAsking(false)}
      />
      <SecretDialog
        title={say('secret')}
        secret={secret}
        fileName="key.txt"
        onClose={() => setSecret(undefined)}
      />
    </>
  );
}

function ExampleTable(): ReactElement {
  const say = useWords();
  const [state, set] = useSearchState(fields);
  const shown = rows.filter((row) => state.state === 'any' || row.tone === state.state);
  return (
    <section className="card">
      <FilterChips
        search={
          <SearchField
            label={say('id')}
            value={state.q}
            onChange={(q) => set({ q }, { replace: true })}
          />
        }
        filters={[
          {
            name: 'state',
            label: say('filterState'),
            value: state.state === 'any' ? undefined : say(state.state),
            onDrop: () => set({ state: 'any' }),
            editor: (
              <Radio.Group
                value={state.state}
                onChange={(event) => set({ state: event.target.value })}
                options={tones.map((tone) => ({ value: tone, label: say(tone) }))}
              />
            ),
          },
          {
            name: 'product',
            label: say('filterProduct'),
            value: state.product.length > 0 ? state.product.join(', ') : undefined,
            onDrop: () => set({ product: [] }),
            editor: <Button onClick={() => set({ product: ['sms_code'] })}>sms_code</Button>,
          },
        ]}
        onClear={() => set({ q: '', state: 'any', product: [] })}
      />
      <DataTable
        label={say('table')}
        rowHeight={34}
        rows={shown}
        rowKey={({ requestId }) => requestId}
        copyText={({ requestId }) => requestId}
        onOpen={({ name }) => toast(name)}
        paging={{ onNewer: undefined, onOlder: () => toast(say('at')) }}
        foot={`${shown.length}`}
        columns={[
          {
            name: 'at',
            title: say('at'),
            cell: ({ at }) => <Time at={at} form="clock" withFraction />,
          },
          {
            name: 'state',
            title: say('state'),
            cell: ({ tone }) => <Status tone={tone} word={say(tone)} />,
          },
          { name: 'name', title: say('name'), cell: ({ name }) => name },
          {
            name: 'price',
            title: say('price'),
            isNumber: true,
            cell: ({ price }) => <Money amount={price} />,
          },
          { name: 'id', title: say('id'), cell: ({ requestId }) => <Id id={requestId} /> },
        ]}
        phone={({ tone, name, price, at }) => ({
          status: <Status tone={tone} />,
          title: name,
          amount: <Money amount={price} />,
          rest: say(tone),
          time: <Time at={at} form="clock" />,
        })}
      />
    </section>
  );
}

function ExampleTimeline(): ReactElement {
  const say = useWords();
  return (
    <Timeline
      steps={[
        {
          name: 'requested',
          when: '0 ms',
          title: say('requested'),
          aside: <code>POST /api/v1/sms_code</code>,
        },
        {
          name: 'first',
          when: '+5 ms',
          title: say('failedOver'),
          tone: 'bad',
          more: say('failedOverText'),
          isBad: true,
        },
        { name: 'second', when: '+1,508 ms', title: say('done'), tone: 'good' },
        {
          name: 'settled',
          when: '+1,750 ms',
          title: say('settled'),
          isDone: true,
          aside: <Money amount="0.0450" />,
        },
      ]}
    />
  );
}
