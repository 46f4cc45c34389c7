import './settings.css';
import { useQuery } from '@tanstack/react-query';
import { Radio } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import type {
  PlatformSetting,
  PlatformSettings,
} from '../../../../src/surfaces/console/settings/settings-contract.ts';
import { choice, text, useSearchState } from '../../client/search-state.ts';
import { useApi } from '../../client/use-api.ts';
import { PageHead } from '../../kit/page-head.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { SearchField } from '../../kit/search-field.tsx';
import { CardSkeleton } from '../../kit/skeletons.tsx';
import { BankCard } from './bank-settings-card.tsx';
import { EnvironmentCard } from './environment-card.tsx';
import { type FoundGroup, findSettings, matches } from './find-settings.ts';
import { OperatorCard } from './operator-settings-card.tsx';
import { PlatformFileCard } from './platform-file-card.tsx';
import { settingWord, useSettingsWords } from './settings-words.ts';

const fields = { q: text(), show: choice(['set', 'all'], 'set') };

/** What is edited here comes first; what the environment sets is found by its words, name or value. */
export default function SettingsScreen(): ReactElement {
  const say = useSettingsWords();
  const api = useApi();
  const [{ q, show }, set] = useSearchState(fields);
  const read = useQuery({
    queryKey: [api.scope, 'settings'],
    queryFn: ({ signal }) => api.get<PlatformSettings>('settings/all', {}, signal),
  });
  const all = read.data?.settings ?? [];
  const own = all.filter(isOwn);
  // A search looks everywhere, and without any of its own an installation has only defaults.
  const isAll = q !== '' || show === 'all' || own.length === 0;
  const groups = findSettings(isAll ? all : own, q, ({ name, description }) => {
    const word = settingWord(name);
    return word ? say(word) : description;
  });
  const isOperatorFound = matches(q, [say('operator'), ...operatorWords.map((word) => say(word))]);
  const isBankFound = matches(q, [say('bank'), say('bankHint'), say('bankDetails')]);
  return (
    <>
      <PageHead
        title={say('title')}
        actions={
          <div className="settings-search">
            <SearchField label={say('find')} value={q} onChange={(next) => set({ q: next })} />
          </div>
        }
      />
      <ProblemBar error={read.error} onRetry={() => void read.refetch()} />
      {read.isPending && <CardSkeleton height={420} />}
      {read.data && (
        <div className="stack">
          {isOperatorFound && <OperatorCard operator={read.data.operator} />}
          {isBankFound && <BankCard details={read.data.bankDetails} />}
          {q === '' && <PlatformFileCard />}
          <Environment
            groups={groups}
            choice={
              q === '' &&
              own.length > 0 && (
                <Radio.Group
                  optionType="button"
                  aria-label={say('environmentTitle')}
                  value={show}
                  onChange={(event) => set({ show: event.target.value })}
                  options={[
                    { value: 'set', label: say('showSet', { count: own.length }) },
                    { value: 'all', label: say('showAll', { count: all.length }) },
                  ]}
                />
              )
            }
            isNothing={groups.length === 0 && !isOperatorFound && !isBankFound}
            q={q}
          />
        </div>
      )}
    </>
  );
}

/** Set by the operator, and not the default. */
const isOwn = ({ isSecret, isSet, value, default: usual }: PlatformSetting) =>
  isSecret ? isSet : isSet && value !== usual;

const operatorWords = ['operatorHint', 'nameEn', 'nameZh', 'contact', 'privacyUrl'] as const;

function Environment({
  groups,
  choice: choose,
  isNothing,
  q,
}: {
  groups: readonly FoundGroup[];
  choice: ReactNode;
  isNothing: boolean;
  q: string;
}): ReactElement {
  const say = useSettingsWords();
  if (groups.length === 0) {
    return <p role="status">{isNothing && say('noneFound', { q })}</p>;
  }
  return (
    <>
      <div className="settings-environment">
        <h2>{say('environmentTitle')}</h2>
        <p className="soft">{say('environment')}</p>
        {choose}
      </div>
      <div className="settings">
        {groups.map(({ name, settings }) => (
          <EnvironmentCard key={name} title={say(`group_${name}`)} settings={settings} />
        ))}
      </div>
    </>
  );
}
