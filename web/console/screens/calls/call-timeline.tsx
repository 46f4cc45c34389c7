import { Radio } from 'antd';
import { type ReactElement, useState } from 'react';
import type { CallDetail } from '../../../../src/surfaces/console/calls/calls-contract.ts';
import { numberText } from '../../kit/number-text.ts';
import { Time } from '../../kit/time.tsx';
import { Timeline, type TimelineStep } from '../../kit/timeline.tsx';
import { useCallWords } from './call-words.ts';
import { type CallStep, useCallSteps } from './use-call-steps.tsx';

/** Gaps at least this long are noted in the timeline. */
const waitMs = 2_000;

export function CallTimeline({ call }: { call: CallDetail }): ReactElement {
  const say = useCallWords();
  const [form, setForm] = useState<'elapsed' | 'clock'>('elapsed');
  const happened = useCallSteps(call);
  const steps = happened.map((step, index): TimelineStep => {
    const before = happened[index - 1];
    const gap = before ? Date.parse(step.at) - Date.parse(before.at) : 0;
    const isFirst = index === 0;
    return {
      ...step,
      when:
        form === 'clock' ? <Time at={step.at} form="clock" /> : elapsedText(call.at, step, isFirst),
      ...(gap >= waitMs ? { waited: say('later', { time: gapText(gap) }) } : {}),
    };
  });
  return (
    <section className="card">
      <header className="card-head">
        <h2>{say('happened')}</h2>
        <span className="soft">
          <Time at={call.at} form="full" withFraction />
        </span>
        <Radio.Group
          size="small"
          optionType="button"
          aria-label={say('clockOrElapsed')}
          value={form}
          onChange={(event) => setForm(event.target.value)}
          options={(['elapsed', 'clock'] as const).map((value) => ({ value, label: say(value) }))}
        />
      </header>
      <Timeline steps={steps} />
    </section>
  );
}

function elapsedText(from: string, { at }: CallStep, isFirst: boolean): string {
  const ms = Math.max(0, Date.parse(at) - Date.parse(from));
  return `${isFirst ? '' : '+'}${gapText(ms)}`;
}

function gapText(ms: number): string {
  if (ms < 5_000) return `${numberText(ms)} ms`;
  if (ms < 120_000) return `${(ms / 1_000).toFixed(1)} s`;
  const minutes = Math.round(ms / 60_000);
  return minutes < 180 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}
