import './providers.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type {
  ProviderFacts,
  ProviderList,
  VendorList,
} from '../../../../src/surfaces/console/providers/providers-contract.ts';
import { useGo } from '../../client/scope.ts';
import { text, useSearchState } from '../../client/search-state.ts';
import { useApi } from '../../client/use-api.ts';
import { useLanguage } from '../../client/words.ts';
import { LockedNote } from '../../kit/locked-note.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { CardSkeleton } from '../../kit/skeletons.tsx';
import { TermsCard } from '../payments/terms-card.tsx';
import { ProviderFigures } from './provider-figures.tsx';
import { ProviderForm } from './provider-form.tsx';
import { ProviderState, useFailingText } from './provider-state.tsx';
import { useProvidersWords } from './providers-words.ts';
import { VendorTiles } from './vendor-tiles.tsx';

/** The last part of the path for a new provider; no provider's code has this character. */
export const newProvider = '+';

const fields = { vendor: text() };

/** One provider: its settings, and a test of them beside. A new one begins with the choice of its vendor. */
export default function ProviderScreen(): ReactElement {
  const say = useProvidersWords();
  const language = useLanguage();
  const api = useApi();
  const go = useGo();
  const failingText = useFailingText();
  const queries = useQueryClient();
  const { code: wanted = '' } = useParams({ strict: false }) as { code?: string };
  const code = wanted === newProvider ? undefined : wanted;
  const [state, set] = useSearchState(fields);
  const vendors = useQuery({
    queryKey: [api.scope, 'vendors'],
    queryFn: ({ signal }) => api.get<VendorList>('providers/vendors', {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const facts = useQuery({
    queryKey: [api.scope, 'provider', code],
    queryFn: ({ signal }) => api.get<ProviderFacts>('providers/one', { code }, signal),
    enabled: code !== undefined,
  });
  const providers = useQuery({
    queryKey: [api.scope, 'providers'],
    queryFn: ({ signal }) => api.get<ProviderList>('providers/list', {}, signal),
    enabled: code !== undefined,
  });
  const row = providers.data?.providers.find((one) => one.code === code);
  const list = vendors.data?.vendors ?? [];
  const chosen = code === undefined ? state.vendor : facts.data?.vendorCode;
  const vendor = list.find((one) => one.code === chosen);
  const error = vendors.error ?? facts.error;
  const trail = { label: say('title'), onOpen: () => go('providers') };
  if (facts.error && providers.data && !row) {
    return (
      <>
        <PageHead title={say('notThere')} trail={trail} />
        <p className="soft">{say('notThereText')}</p>
      </>
    );
  }
  const isReady = vendors.data !== undefined && (code === undefined || facts.data !== undefined);
  return (
    <>
      <PageHead
        title={code === undefined ? say('addTitle') : say('editTitle', { code })}
        aside={
          <>
            {vendor && `${vendor.title[language]} · ${say(vendor.kind)}`}
            {row && ' · '}
            {row && <ProviderState state={row.state} />}
            {row?.failing && ` · ${failingText(row.failing)}`}
          </>
        }
        trail={
          code === undefined && vendor
            ? { label: say('vendors'), onOpen: () => set({ vendor: '' }) }
            : trail
        }
      />
      <LockedNote sections={['providers']} />
      <ProblemBar error={error} />
      {!isReady && !error && <CardSkeleton height={480} />}
      {isReady && !vendor && (
        <VendorTiles vendors={list} onChoose={(next) => set({ vendor: next })} />
      )}
      {isReady && row && row.kind !== 'payment' && (
        <div className="provider-figures">
          <ProviderFigures provider={row} />
        </div>
      )}
      {isReady && vendor && (
        <ProviderForm
          key={`${vendor.code} ${facts.data?.version}`}
          vendor={vendor}
          facts={facts.data}
          onChanged={async () => {
            await queries.invalidateQueries({ queryKey: [api.scope, 'providers'] });
            await queries.invalidateQueries({ queryKey: [api.scope, 'provider'] });
          }}
          onAdded={(added) => go(`providers/${added}`, { replace: true })}
          onRemoved={() => go('providers')}
        />
      )}
      {vendor?.kind === 'payment' && code !== undefined && <TermsCard provider={code} />}
    </>
  );
}
