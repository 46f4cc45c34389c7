import './search-box.css';
import { useQuery } from '@tanstack/react-query';
import { Input, type InputRef, Modal } from 'antd';
import { type KeyboardEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import type { SearchFound } from '../../../../src/surfaces/console/search-box/search-box-contract.ts';
import { useCellsSearch } from '../../client/cells-search.ts';
import { useGo, useScope } from '../../client/scope.ts';
import { useSession } from '../../client/session.ts';
import { useApi } from '../../client/use-api.ts';
import { Icon } from '../../kit/icon.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { Time } from '../../kit/time.tsx';
import { useProductName } from '../../kit/use-product-name.ts';
import { returnFocus, useReturnFocus } from '../../kit/use-return-focus.ts';
import { readCommand } from './read-command.ts';
import { useSearchBoxWords } from './search-box-words.ts';
import { type Answer as Command, useActs, useScreens } from './use-commands.ts';

const pauseMs = 250;

type Answer = Omit<Command, 'note'> & { note: ReactElement | string };

/**
 * Finds things, opens screens, and begins what can be done: the screen of an act asks before anything happens.
 * Enter opens the first result; arrow keys move through them.
 */
export default function SearchBox({
  isOpen,
  takeEarly,
  onClose,
}: {
  isOpen: boolean;
  /** Ends the wait for this box; returns what was typed meanwhile. */
  takeEarly(): string;
  onClose(): void;
}): ReactElement {
  const say = useSearchBoxWords();
  const field = useRef<InputRef>(null);
  useReturnFocus();
  const [typed, setTyped] = useState('');
  const [wanted, setWanted] = useState('');
  const { verb, rest } = readCommand(typed);
  const api = useApi();
  const isOperator = api.area === 'operator';
  useEffect(() => {
    const timer = setTimeout(() => setWanted(rest), pauseMs);
    return () => clearTimeout(timer);
  }, [rest]);
  const found = useQuery({
    queryKey: [api.scope, 'search-box', wanted],
    queryFn: () => api.post<SearchFound>('search-box/find', { text: wanted }),
    enabled: isOpen && wanted.length > 1,
    // Search terms can be personal data, so results are not cached.
    gcTime: 0,
  });
  const close = () => {
    setTyped('');
    onClose();
  };
  const isStale = wanted !== rest;
  // The results of the text before are not those of this one.
  const searched = rest.length > 1 ? found.data : undefined;
  const closing = (answers: Command[]): Answer[] =>
    answers.map((answer) => ({
      ...answer,
      onOpen: () => {
        close();
        answer.onOpen();
      },
    }));
  const groups = useGroups(searched, close);
  // A number that is also the name of an account found it, and its calls are no concern.
  const callless = groups.length === 0 && !isStale ? searched?.person : undefined;
  const acts = { title: say('acts'), answers: closing(useActs(typed.trim(), searched)) };
  const screens = { title: say('screens'), answers: closing(useScreens(typed.trim())) };
  const elsewhere = useElsewhere(rest, close);
  const shown = (verb ? [acts, ...groups] : [...groups, acts, screens])
    .concat(elsewhere ?? [])
    .filter(({ answers }) => answers.length > 0);
  const isSearched = rest.length < 2 || searched !== undefined;
  const first = typed.trim() !== '' && isSearched ? shown[0]?.answers[0] : undefined;
  return (
    <Modal
      open={isOpen}
      title={say('title')}
      footer={null}
      onCancel={close}
      width={560}
      destroyOnHidden
      // antd focuses the close button; people start typing at once.
      afterOpenChange={(isShown) => {
        if (!isShown) return returnFocus();
        const early = takeEarly();
        setTyped((text) => early + text);
        field.current?.focus();
      }}
      modalRender={(content) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: arrows move between what is inside
        <div onKeyDown={moveByArrows}>{content}</div>
      )}
    >
      <Input
        aria-label={say(isOperator ? 'find' : 'findOwn')}
        placeholder={say(isOperator ? 'find' : 'findOwn')}
        prefix={<Icon name="search" />}
        size="large"
        ref={field}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onPressEnter={() => !isStale && first?.onOpen()}
      />
      <ProblemBar error={found.error} />
      <div className="search-box-found" aria-live="polite">
        {callless && <p>{say('noCallsOf', { label: callless.label })}</p>}
        {searched && !callless && shown.length === 0 && <p>{say('nothing')}</p>}
        {shown.map(({ title, answers }) => (
          <section key={title} aria-label={title}>
            <h2>{title}</h2>
            {answers.map((answer) => (
              <button
                key={answer.name}
                type="button"
                data-first={answer === first || undefined}
                onClick={answer.onOpen}
              >
                <span>{answer.label}</span>
                <span className="soft">{answer.note}</span>
              </button>
            ))}
          </section>
        ))}
      </div>
      <p className="search-box-note">
        {searched && searched.lookedFor.length > 0
          ? say('lookedFor', {
              kinds: searched.lookedFor.map((kind) => say(`kind_${kind}`)).join(' · '),
            })
          : say(isOperator ? 'hint' : 'hintOwn')}
      </p>
    </Modal>
  );
}

function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const places = [
    ...event.currentTarget.querySelectorAll<HTMLElement>('input, .search-box-found button'),
  ];
  const next = places[places.indexOf(document.activeElement as HTMLElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

interface Group {
  title: string;
  answers: Answer[];
}

/** The way on to the search of all cells, where there are several. */
function useElsewhere(text: string, close: () => void): Group | undefined {
  const say = useSearchBoxWords();
  const go = useGo();
  const { cells } = useSession();
  const [, search] = useCellsSearch();
  if (!cells || text.length < 2) return undefined;
  const onOpen = () => {
    close();
    search(text);
    go('cells', { scope: 'platform' });
  };
  const note = say('cells', { count: cells.others.length + 1 });
  const answer = { name: 'cells', label: say('allCells'), note, onOpen };
  return { title: say('otherCells'), answers: [answer] };
}

function useGroups(found: SearchFound | undefined, close: () => void): Group[] {
  const say = useSearchBoxWords();
  const nameOf = useProductName();
  const go = useGo();
  const { mode } = useScope();
  if (!found) return [];
  const opening = (open: () => void) => () => {
    close();
    open();
  };
  const calls = found.calls.map((call) => ({
    name: call.requestId,
    label: nameOf(call.product),
    note: <Time at={call.at} form="full" />,
    onOpen: opening(() => go(`calls/${call.requestId}`, { query: { mode: call.mode } })),
  }));
  const { person } = found;
  // The list of this mode if it has calls of the person, otherwise that of the other mode.
  const there = person?.modes.find((one) => one === mode) ?? person?.modes[0];
  const persons =
    person && there
      ? [
          {
            name: 'person',
            label: say('callsOf', { label: person.label }),
            note: there === mode ? say(`kind_${person.kind}`) : say(`only_${there}`),
            onOpen: opening(() => go('calls', { query: { mode: there, person: person.token } })),
          },
        ]
      : [];
  const accounts = found.accounts.map(({ accountId, name }) => ({
    name: String(accountId),
    label: name,
    note: `# ${accountId}`,
    onOpen: opening(() => go('overview', { scope: String(accountId) })),
  }));
  const keys = found.keys.map((key) => ({
    name: String(key.keyId),
    label: `cs_${key.mode}_…${key.keyEnd} ${key.name}`,
    note: key.isRevoked ? say('revoked') : key.accountName,
    onOpen: opening(() =>
      go('keys', {
        scope: String(key.accountId),
        query: { mode: key.mode, key: String(key.keyId) },
      }),
    ),
  }));
  return [
    { title: say('calls'), answers: calls },
    { title: say('persons'), answers: persons },
    { title: say('accounts'), answers: accounts },
    { title: say('keys'), answers: keys },
  ].filter(({ answers }) => answers.length > 0);
}
