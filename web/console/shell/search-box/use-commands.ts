import { useQuery } from '@tanstack/react-query';
import { productTable } from '../../../../src/foundation/contract/products.ts';
import type { KeysPage } from '../../../../src/surfaces/console/keys/keys-contract.ts';
import type { ProviderList } from '../../../../src/surfaces/console/providers/providers-contract.ts';
import type { SearchFound } from '../../../../src/surfaces/console/search-box/search-box-contract.ts';
import { useOwnName } from '../../client/account-names.ts';
import { get } from '../../client/api.ts';
import { useGo } from '../../client/scope.ts';
import { useApi } from '../../client/use-api.ts';
import { useMay } from '../../client/use-may.ts';
import { useLanguage } from '../../client/words.ts';
import { shownCalled, useProductName } from '../../kit/use-product-name.ts';
import { modeFor } from '../navigation.ts';
import { useNavigation } from '../use-navigation.ts';
import { isMatch, readCommand, type Verb } from './read-command.ts';
import { useSearchBoxWords } from './search-box-words.ts';

const most = 6;

/** Something that can be done or opened. Its screen asks before anything happens. */
export interface Answer {
  name: string;
  label: string;
  note: string;
  onOpen(): void;
}

interface Act extends Answer {
  verb: Verb;
  /** Whether the search found what it is about. */
  isFound: boolean;
}

/** What the person may do here that matches the text: first what it names by its verb. */
export function useActs(typed: string, found: SearchFound | undefined): Answer[] {
  const { verb, rest } = readCommand(typed);
  const acts = [...useTopUps(found), ...useRevocations(found), ...useRoutes(typed !== '')];
  if (typed === '') return acts.slice(0, most);
  const isWanted = (act: Act) =>
    verb === undefined
      ? act.isFound || isMatch(rest, [act.label])
      : act.verb === verb && (act.isFound || isMatch(rest, [act.label]));
  return acts.filter(isWanted).slice(0, most);
}

function useTopUps(found: SearchFound | undefined): Act[] {
  const say = useSearchBoxWords();
  const go = useGo();
  const { accountId } = useApi();
  const ownName = useOwnName();
  if (!useMay()('wallet.change')) return [];
  const others = (found?.accounts ?? []).filter((one) => one.accountId !== accountId);
  const own = accountId === undefined ? [] : [{ accountId, name: ownName ?? `# ${accountId}` }];
  return [...own, ...others].map((account) => ({
    verb: 'topUp',
    name: `top-up ${account.accountId}`,
    label: say('doTopUp', { account: account.name }),
    note: `# ${account.accountId}`,
    isFound: account.accountId !== accountId,
    onOpen: () => go('wallet', { scope: String(account.accountId), query: { move: 'topUp' } }),
  }));
}

/** The keys that were found, and those of the account that is shown. */
function useRevocations(found: SearchFound | undefined): Act[] {
  const say = useSearchBoxWords();
  const go = useGo();
  const api = useApi();
  const mayRevoke = useMay()('keys.change');
  const { data } = useQuery({
    queryKey: [api.scope, api.mode, 'keys', ''],
    queryFn: ({ signal }) => api.get<KeysPage>('keys/list', { before: '' }, signal),
    enabled: mayRevoke && api.accountId !== undefined,
  });
  if (!mayRevoke) return [];
  const listed = (data?.keys ?? [])
    .filter(({ state }) => state === 'active' || state === 'ending')
    .map((key) => ({ ...key, keyEnd: key.lastFour, isFound: false }));
  const searched = (found?.keys ?? [])
    .filter((key) => !key.isRevoked && !listed.some(({ keyId }) => keyId === key.keyId))
    .map((key) => ({ ...key, isFound: true }));
  return [...searched, ...listed].map((key) => ({
    verb: 'revoke',
    name: `revoke ${key.keyId}`,
    label: say('doRevoke', { key: `cs_${key.mode}_…${key.keyEnd} ${key.name}` }),
    note: key.accountName,
    isFound: key.isFound,
    onOpen: () =>
      go('keys', {
        scope: String(key.accountId),
        query: { mode: key.mode, key: String(key.keyId) },
      }),
  }));
}

/** Each provider that is on, for each product that it can serve. */
function useRoutes(isTyped: boolean): Act[] {
  const say = useSearchBoxWords();
  const go = useGo();
  const nameOf = useProductName();
  const mayChange = useMay()('routes.change');
  const { data } = useQuery({
    queryKey: ['platform', 'providers'],
    queryFn: ({ signal }) => get<ProviderList>('platform/providers/list', {}, signal),
    enabled: mayChange && isTyped,
  });
  if (!mayChange || !isTyped) return [];
  return (data?.providers ?? [])
    .filter(({ isOn }) => isOn)
    .flatMap(({ code, kind }) =>
      shownCalled
        .filter((product) => productTable[product].kind === kind)
        .map((product) => ({
          verb: 'route',
          name: `route ${product} ${code}`,
          label: say('doRoute', { product: nameOf(product), provider: code }),
          note: say('route'),
          isFound: false,
          onOpen: () => go('providers', { scope: 'platform', query: { product, first: code } }),
        })),
    );
}

/** The screens of the sidebar whose title matches, in either language. */
export function useScreens(typed: string): Answer[] {
  const go = useGo();
  const language = useLanguage();
  const { mode } = useApi();
  const screens = useNavigation().flatMap(({ items }) => items);
  if (typed === '') return [];
  return screens
    .filter(({ title }) => isMatch(typed, [title.en, title.zh]))
    .slice(0, most)
    .map((screen) => ({
      name: `screen ${screen.path}`,
      label: screen.title[language],
      note: screen.letter ? `G ${screen.letter}` : '',
      onOpen: () => go(screen.path, { query: { mode: modeFor(screen, mode) } }),
    }));
}
