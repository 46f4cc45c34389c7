import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox, Select } from 'antd';
import { type ReactElement, useState } from 'react';
import { productTable } from '../../../../src/foundation/contract/products.ts';
import type {
  ProviderRow,
  RouteFacts,
  RouteRow,
} from '../../../../src/surfaces/console/providers/providers-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { useMay } from '../../client/use-may.ts';
import { Confirm } from '../../kit/confirm.tsx';
import { useIsLocked } from '../../kit/locked-note.tsx';
import { UnsavedBar } from '../../kit/unsaved-bar.tsx';
import { useProductName } from '../../kit/use-product-name.ts';
import { useDraftBase } from '../../kit/versions/use-draft-base.ts';
import { VersionsCard } from '../../kit/versions/versions-card.tsx';
import { ReasonsCard } from './provider-reasons-card.tsx';
import { useProvidersWords } from './providers-words.ts';
import { putFirst } from './put-first.ts';
import { routeEffects } from './route-effect.ts';
import { readRouteKey } from './route-key.ts';
import { RouteStops } from './route-stops.tsx';
import { useEffectText } from './use-effect-text.ts';
import { useRouteRows, useRouteVersions } from './use-route-versions.ts';
import { WhatIfCard } from './what-if-card.tsx';

type Product = RouteRow['product'];

export function RouteCard({
  product,
  route,
  providers,
  first,
  facts: { stored, everybodys, accounts, conversion },
  reasonsOf,
  onRoute,
  onReasons,
  onEdit,
}: {
  product: Product;
  route: string;
  providers: readonly ProviderRow[];
  first: string;
  facts: RouteFacts;
  reasonsOf: string;
  onRoute(route: string): void;
  onReasons(code: string): void;
  onEdit(code: string): void;
}): ReactElement {
  const say = useProvidersWords();
  const nameOf = useProductName();
  const api = useApi();
  const key = { product, ...readRouteKey(route) };
  // The routes of one account are never locked. The what-if works without the right to change a route.
  const isLocked = useIsLocked('routes') && key.accountId === null;
  const mayChange = useMay()('routes.change') && !isLocked;
  const queries = useQueryClient();
  const before = stored?.stops ?? [];
  const [draft, setDraft] = useState(() => {
    const isKnown = providers.some(
      (one) => one.code === first && one.kind === productTable[product].kind,
    );
    return isKnown && mayChange ? putFirst(before, first) : undefined;
  });
  const [isRemoving, setRemoving] = useState(false);
  // A new route starts as a copy of the default one.
  const stops = draft ?? (stored ? before : route === '' ? [] : (everybodys?.stops ?? []));
  const effects = routeEffects(before, stops);
  const isDirty = effects.length > 0 || JSON.stringify(before) !== JSON.stringify(stops);
  const effectText = useEffectText({ effects, key, stored, accounts });
  const isShared = stops.some(({ weight }) => weight !== undefined);
  const { base, saveOn } = useDraftBase(stored?.stops ?? null, draft !== undefined);
  const put = (facts: RouteFacts) =>
    queries.setQueryData([api.scope, 'routes', product, route], facts);
  const took = async (facts: RouteFacts) => {
    put(facts);
    setDraft(undefined);
    await queries.invalidateQueries({ queryKey: [api.scope, 'routes'] });
  };
  const versions = useRouteVersions(key, took);
  const rowsOf = useRouteRows();
  const reread = async () => {
    const { accountId: account, region } = key;
    const facts = await api.get<RouteFacts>('providers/route', { product, account, region });
    put(facts);
    return facts.stored?.stops ?? null;
  };
  const save = useMutation({
    mutationFn: () =>
      saveOn((was) => api.post<RouteFacts>('providers/set-route', { ...key, stops, was }), reread),
    onSuccess: async (facts) => {
      await took(facts);
      await versions.saved(say('savedRoute'), base, facts.stored?.stops ?? null);
    },
  });
  const { kind } = productTable[product];
  const addable = [
    ...providers.filter((one) => one.kind === kind).map(({ code }) => code),
    ...(key.accountId === null ? [] : ['sandbox']),
  ].filter((code) => !stops.some((stop) => stop.code === code));
  return (
    <div className="stack">
      <section className="card route-card">
        <header>
          <h2>{say('route', { product: nameOf(product) })}</h2>
          {stops.length > 0 && <p className="route-figures">{say('figuresOf')}</p>}
        </header>
        {stops.length === 0 && <p className="soft">{say('noRoute')}</p>}
        <RouteStops
          stops={stops}
          providers={providers}
          isShared={isShared}
          isFace={kind === 'face'}
          canFollow={product === 'verify_start' || product === 'verify_voice'}
          conversion={conversion}
          onChange={setDraft}
          onEdit={onEdit}
          onReasons={onReasons}
        />
        <footer className="route-foot">
          {addable.length > 0 && (
            <Select
              aria-label={say('addStop')}
              placeholder={`+ ${say('addStop')}`}
              value={null}
              options={addable.map((value) => ({ value, label: value }))}
              onChange={(code: string | null) =>
                code && setDraft([...stops, isShared ? { code, weight: 0 } : { code }])
              }
            />
          )}
          {stops.length > 1 && (
            <Checkbox
              checked={isShared}
              onChange={({ target }) =>
                setDraft(
                  stops.map(({ code }, at) =>
                    target.checked ? { code, weight: at === 0 ? 100 : 0 } : { code },
                  ),
                )
              }
            >
              {say('shares')}
            </Checkbox>
          )}
          {stored && mayChange && (
            <Button type="text" danger onClick={() => setRemoving(true)}>
              {say('removeRoute')}…
            </Button>
          )}
          {stops.length > 1 && (
            <span className="route-keys" aria-hidden="true">
              <kbd>Space</kbd> {say('lift')} <kbd>↑</kbd> <kbd>↓</kbd> {say('move')} <kbd>Esc</kbd>{' '}
              {say('putBack')}
            </span>
          )}
        </footer>
      </section>
      <div className="route-below">
        <div className="stack">
          {stops.length > 0 && <WhatIfCard route={key} stops={stops} />}
          <VersionsCard
            versions={versions}
            current={stored?.stops ?? null}
            mayRestore={mayChange}
            rowsOf={rowsOf}
          />
        </div>
        <ReasonsCard code={reasonsOf || stops[0]?.code} />
      </div>
      <UnsavedBar
        effect={mayChange && isDirty && stops.length > 0 ? effectText : undefined}
        verb={say('saveRoute')}
        onSave={() => save.mutateAsync()}
        onDrop={() => (stored ? setDraft(undefined) : onRoute(''))}
      />
      <Confirm
        isOpen={isRemoving}
        title={say('removeRoute')}
        verb={say('removeRoute')}
        isDanger
        onConfirm={async () => {
          await took(await api.post<RouteFacts>('providers/remove-route', key));
          onRoute('');
          await versions.saved(say('removedRoute'), stored?.stops ?? null, null);
        }}
        onClose={() => setRemoving(false)}
      >
        <p>{say(route === '' ? 'removeEverybodysText' : 'removeRouteText')}</p>
      </Confirm>
    </div>
  );
}
