import { type PointerEvent, type ReactElement, useRef, useState } from 'react';
import type { CallsTotals } from '../../../../src/surfaces/console/calls/calls-contract.ts';
import { type Language, useLanguage } from '../../client/words.ts';
import { Money } from '../../kit/money.tsx';
import { numberText } from '../../kit/number-text.ts';
import { timeText } from '../../kit/time-text.ts';
import { useCallWords } from './call-words.ts';

const hourMs = 3_600_000;
const tall = 46;

/** Totals, and a bar per period; dragging over the bars narrows the time range. */
export function CallsTotalsLine({
  totals,
  isToday,
  onSpan,
}: {
  totals: CallsTotals;
  isToday: boolean;
  onSpan(span: { from: string; to: string }): void;
}): ReactElement {
  const say = useCallWords();
  const { calls, refused, charged, isApproximate } = totals;
  // A refused call is no call of the overview, and none that was accepted.
  const accepted = calls - refused;
  const groups = (['completed', 'waiting', 'unknown', 'failed'] as const).filter(
    (group) => group === 'completed' || totals[group] > 0,
  );
  return (
    <div className="calls-totals">
      <p className="calls-figures">
        {(accepted > 0 || refused === 0) && (
          <span>
            {isApproximate && `${say('about')} `}
            <b>{numberText(accepted)}</b> {say('totalCalls')}
          </span>
        )}
        {accepted > 0 && (
          <>
            {groups.map((group) => (
              <span key={group}>
                <b>{numberText(totals[group])}</b> {say(`total_${group}`)}
              </span>
            ))}
            <span>
              {say('charged')}{' '}
              <b>
                <Money amount={charged} />
              </b>
            </span>
          </>
        )}
        {refused > 0 && (
          <span>
            {accepted > 0 && `${say('also')} `}
            <b>{numberText(refused)}</b> {say('total_refused')}
          </span>
        )}
        <span className="calls-legend" aria-hidden="true">
          <span>
            <i data-colour="done" /> {say('done')}
          </span>
          <span>
            <i data-colour="open" /> {say('openLegend')}
          </span>
          <span>
            <i data-colour="bad" /> {say('notDoneLegend')}
          </span>
        </span>
      </p>
      {calls > 0 && <Bars totals={isToday ? wholeDay(totals) : totals} onSpan={onSpan} />}
    </div>
  );
}

/** As tall as the totals, so that the rows below do not jump. */
export function TotalsSkeleton(): ReactElement {
  return (
    <div className="calls-totals calls-totals-waiting" aria-hidden="true">
      <span className="bone" />
    </div>
  );
}

/** Pads today to midnight, so that the bars keep their positions during the day. */
function wholeDay(totals: CallsTotals): CallsTotals {
  const { bars, stepHours } = totals;
  const last = bars.at(-1);
  if (!last || stepHours !== 1) return totals;
  const missing = Array.from({ length: Math.max(0, 24 - bars.length) }, (_, hour) => ({
    at: new Date(Date.parse(last.at) + (hour + 1) * hourMs).toISOString(),
    ...{ calls: 0, completed: 0, bad: 0 },
  }));
  return { ...totals, bars: [...bars, ...missing] };
}

function Bars({
  totals: { bars, stepHours },
  onSpan,
}: {
  totals: CallsTotals;
  onSpan(span: { from: string; to: string }): void;
}): ReactElement {
  const say = useCallWords();
  const language = useLanguage();
  const holder = useRef<HTMLFieldSetElement>(null);
  const [brush, setBrush] = useState<readonly [number, number]>();
  const most = Math.max(1, ...bars.map(({ calls }) => calls));
  const choose = (one: number, other: number) => {
    const [first, last] = [bars[Math.min(one, other)], bars[Math.max(one, other)]];
    if (!first || !last) return;
    const to = new Date(Date.parse(last.at) + stepHours * hourMs).toISOString();
    onSpan({ from: first.at, to });
  };
  const indexOfPointer = ({ clientX }: PointerEvent) => {
    const box = holder.current?.getBoundingClientRect();
    if (!box) return 0;
    const share = (clientX - box.left) / box.width;
    return Math.min(bars.length - 1, Math.max(0, Math.floor(share * bars.length)));
  };
  const quarters = [0, 0.25, 0.5, 0.75].map((share) => Math.floor(share * bars.length));
  const tickBars = [...new Set(quarters)];
  const isOfDays = bars.length * stepHours > 48;
  const tickText = (ms: number) =>
    isOfDays ? timeText(new Date(ms), 'day', language) : clockText(ms, language);
  const end = Date.parse(bars.at(-1)?.at ?? '') + stepHours * hourMs;
  // A day ends at its 24th hour.
  const endText = isOfDays ? '' : clockText(end, language).replace(/^00:00$/, '24:00');
  return (
    <>
      <fieldset
        ref={holder}
        className="calls-bars"
        aria-label={say('bars')}
        onPointerDown={(event) => {
          const at = indexOfPointer(event);
          setBrush([at, at]);
        }}
        onPointerMove={(event) => brush && setBrush([brush[0], indexOfPointer(event)])}
        onPointerLeave={() => setBrush(undefined)}
        onPointerUp={() => {
          if (brush && brush[0] !== brush[1]) choose(...brush);
          setBrush(undefined);
        }}
      >
        {bars.map(({ at, calls, completed, bad }, index) => {
          const isBrushed = brush && index >= Math.min(...brush) && index <= Math.max(...brush);
          const open = calls - completed - bad;
          const words = say('bar', {
            time: timeText(at, 'short', language),
            completed: numberText(completed),
            open: numberText(open),
            bad: numberText(bad),
          });
          return (
            <button
              key={at}
              type="button"
              data-brushed={isBrushed || undefined}
              disabled={calls === 0}
              aria-label={words}
              title={words}
              onClick={() => choose(index, index)}
            >
              <i style={{ height: (completed / most) * tall }} />
              <i
                data-colour="open"
                style={{ height: Math.max(open ? 2 : 0, (open / most) * tall) }}
              />
              <i data-colour="bad" style={{ height: Math.max(bad ? 2 : 0, (bad / most) * tall) }} />
            </button>
          );
        })}
      </fieldset>
      <p className="calls-ticks" aria-hidden="true">
        {tickBars.map((index) => (
          <span key={index} style={{ insetInlineStart: `${(index / bars.length) * 100}%` }}>
            {tickText(Date.parse(bars[index]?.at ?? ''))}
          </span>
        ))}
        <span>{endText}</span>
      </p>
    </>
  );
}

/** Without its seconds. */
const clockText = (ms: number, language: Language) =>
  timeText(new Date(ms), 'clock', language).slice(0, 5);
