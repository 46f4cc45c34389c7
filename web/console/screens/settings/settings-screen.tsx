import './settings.css';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type {
  PlatformSetting,
  PlatformSettings,
} from '../../../../src/surfaces/console/settings/settings-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { PageHead } from '../../kit/page-head.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { CardSkeleton } from '../../kit/skeletons.tsx';
import { EnvironmentCard } from './environment-card.tsx';
import { OperatorCard } from './operator-settings-card.tsx';
import { PlatformFileCard } from './platform-file-card.tsx';
import { useSettingsWords } from './settings-words.ts';

/** The groups of settings; those that match none are in `server`. */
const groups: readonly {
  name: 'keep' | 'place' | 'sending' | 'abuse' | 'access' | 'server';
  of: RegExp;
}[] = [
  {
    name: 'keep',
    of: /^(RESULT|MESSAGE_CONTENT|EVENT|PROVIDER_RECORD|CLOSED_ACCOUNT|IDEMPOTENCY)_DAYS$/,
  },
  { name: 'place', of: /^(DEFAULT_REGION|TIME_ZONE|CURRENCY|NATIONAL_ID_CHECK)$/ },
  { name: 'abuse', of: /^PUMPING_/ },
  { name: 'access', of: /^(CONSOLE|OIDC)_/ },
  { name: 'sending', of: /^(PROVIDER|CALL|IDEMPOTENCY|LINK|MESSAGE)_/ },
  { name: 'server', of: /./ },
];

const groupOf = ({ name }: PlatformSetting) => groups.find(({ of }) => of.test(name))?.name;

export default function SettingsScreen(): ReactElement {
  const say = useSettingsWords();
  const api = useApi();
  const read = useQuery({
    queryKey: [api.scope, 'settings'],
    queryFn: ({ signal }) => api.get<PlatformSettings>('settings/all', {}, signal),
  });
  return (
    <>
      <PageHead title={say('title')} aside={say('environment')} />
      <ProblemBar error={read.error} onRetry={() => void read.refetch()} />
      {read.isPending && <CardSkeleton height={420} />}
      {read.data && (
        <div className="settings">
          <div className="stack">
            <PlatformFileCard />
            <OperatorCard operator={read.data.operator} />
            <EnvironmentCards names={['place', 'abuse', 'access']} settings={read.data.settings} />
          </div>
          <div className="stack">
            <EnvironmentCards names={['keep', 'sending', 'server']} settings={read.data.settings} />
          </div>
        </div>
      )}
    </>
  );
}

function EnvironmentCards({
  names,
  settings,
}: {
  names: readonly (typeof groups)[number]['name'][];
  settings: readonly PlatformSetting[];
}): ReactElement {
  const say = useSettingsWords();
  return (
    <>
      {names.map((name) => (
        <EnvironmentCard
          key={name}
          title={say(`group_${name}`)}
          settings={settings.filter((setting) => groupOf(setting) === name)}
        />
      ))}
    </>
  );
}
