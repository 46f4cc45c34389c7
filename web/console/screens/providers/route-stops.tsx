import { Button } from 'antd';
import { Fragment, type ReactElement } from 'react';
import type {
  ProviderRow,
  Stop,
  StopConversion,
} from '../../../../src/surfaces/console/providers/providers-contract.ts';
import { leastShare } from '../../../../src/vendors/providers/provider-state.ts';
import { useLanguage } from '../../client/words.ts';
import { DropdownMenu } from '../../kit/dropdown-menu.tsx';
import { Icon } from '../../kit/icon.tsx';
import { Money } from '../../kit/money.tsx';
import { msText, successOf } from './provider-list-card.tsx';
import { ProviderState, useFailingText } from './provider-state.tsx';
import { useProvidersWords } from './providers-words.ts';
import { leastPoints, SparkLine } from './spark-line.tsx';
import { StopWeight } from './stop-weight.tsx';
import { useReorder } from './use-reorder.ts';

interface StopActions {
  onEdit(code: string): void;
  onReasons(code: string): void;
}

export function RouteStops({
  stops,
  providers,
  isShared,
  isFace,
  canFollow,
  conversion,
  onChange,
  ...actions
}: StopActions & {
  stops: readonly Stop[];
  providers: readonly ProviderRow[];
  isShared: boolean;
  isFace: boolean;
  /** Whether weights can follow conversion. */
  canFollow: boolean;
  conversion: readonly StopConversion[];
  onChange(stops: readonly Stop[]): void;
}): ReactElement {
  const say = useProvidersWords();
  const reorder = useReorder({
    codes: stops.map(({ code }) => code),
    onOrder: (codes) =>
      onChange(codes.flatMap((code) => stops.find((stop) => stop.code === code) ?? [])),
  });
  return (
    <ol className="stops" data-shared={isShared || undefined}>
      {stops.map((stop, at) => (
        <Fragment key={stop.code}>
          {at > 0 && (
            <li className="stops-next" aria-hidden="true">
              <Icon name="down" size={12} /> {say('next')}
            </li>
          )}
          <li
            className="stop"
            data-lifted={reorder.lifted === stop.code || undefined}
            {...reorder.dragProps(stop.code)}
          >
            <button
              type="button"
              className="stop-handle"
              aria-label={say('handle', { code: stop.code, position: at + 1, all: stops.length })}
              aria-pressed={reorder.lifted === stop.code}
              onKeyDown={reorder.onKeyDown(stop.code)}
              onBlur={reorder.onBlur}
            >
              <span aria-hidden="true">⠿</span>
            </button>
            <span className="stop-position" aria-hidden="true">
              {at + 1}
            </span>
            <StopFacts
              stop={stop}
              provider={providers.find(({ code }) => code === stop.code)}
              isFace={isFace}
            />
            {isShared && (
              <StopWeight
                stop={stop}
                canFollow={canFollow}
                conversion={conversion.find(({ code }) => code === stop.code)}
                onChange={(next) => onChange(stops.map((one) => (one === stop ? next : one)))}
              />
            )}
            <StopMenu
              code={stop.code}
              {...actions}
              onTakeOff={() => onChange(stops.filter((one) => one !== stop))}
            />
          </li>
        </Fragment>
      ))}
    </ol>
  );
}

function StopFacts({
  stop,
  provider,
  isFace,
}: {
  stop: Stop;
  provider: ProviderRow | undefined;
  isFace: boolean;
}): ReactElement {
  const say = useProvidersWords();
  const language = useLanguage();
  const failingText = useFailingText();
  const { asked = 0, done = 0 } = provider?.hour ?? {};
  const isLow = asked > 0 && done / asked < leastShare;
  return (
    <>
      <span className="stop-name">
        <code>{stop.code}</code>
        <span className="soft">{provider?.vendorTitle[language] ?? say('sandbox')}</span>
      </span>
      {provider && (
        <>
          <Fact label={say('success')}>
            <span className={isLow ? 'stop-low' : undefined}>{successOf(provider.hour)}</span>
          </Fact>
          <Fact label={say('p95')}>{msText(provider.hour.slowMs)}</Fact>
          <Fact label={say(isFace ? 'costCheck' : 'cost')}>
            <Money amount={provider.costEach && Number(provider.costEach).toFixed(4)} />
          </Fact>
          <Fact label={say('state')}>
            <ProviderState state={provider.state} />
          </Fact>
          {provider.hours.length >= leastPoints && (
            <Fact label={say('day')}>
              <SparkLine hours={provider.hours} label={say('dayLabel')} />
            </Fact>
          )}
          {provider.failing && (
            <span className="stop-failing">{failingText(provider.failing)}</span>
          )}
        </>
      )}
    </>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }): ReactElement {
  return (
    <span className="stop-fact">
      <span>{label}</span>
      {children}
    </span>
  );
}

function StopMenu({
  code,
  onEdit,
  onReasons,
  onTakeOff,
}: StopActions & { code: string; onTakeOff(): void }): ReactElement {
  const say = useProvidersWords();
  const isBuiltIn = code === 'sandbox';
  return (
    <DropdownMenu
      menu={{
        items: [
          ...(isBuiltIn
            ? []
            : [
                { key: 'edit', label: say('edit'), onClick: () => onEdit(code) },
                { key: 'reasons', label: say('reasons'), onClick: () => onReasons(code) },
              ]),
          { key: 'off', label: say('takeOff'), onClick: onTakeOff },
        ],
      }}
    >
      <Button
        type="text"
        className="stop-more"
        aria-label={say('more', { code })}
        icon={<Icon name="more" />}
      />
    </DropdownMenu>
  );
}
