import './locked-note.css';
import { useQuery } from '@tanstack/react-query';
import { ConfigProvider } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import type { Right } from '../../../src/surfaces/console/kit/rights.ts';
import type { PlatformFileFacts } from '../../../src/surfaces/console/settings/settings-contract.ts';
import { useApi } from '../client/use-api.ts';
import { useMay } from '../client/use-may.ts';
import { useKitWords } from './kit-words.ts';

/** The platform file of the whole platform; an account has none. */
export function usePlatformFile() {
  const api = useApi();
  return useQuery({
    queryKey: [api.scope, 'settings', 'platform-file'],
    queryFn: ({ signal }) => api.get<PlatformFileFacts>('settings/platform-file', {}, signal),
    enabled: api.area === 'operator' && api.accountId === undefined,
  });
}

/** Whether only a file changes one of these: a section such as `templates`, or a field such as `templates.text`. */
export function useIsLocked(...names: string[]): boolean {
  const { data } = usePlatformFile();
  return names.some((name) => data?.file?.locked.includes(name));
}

/** Disables the fields inside, if only a file changes them. */
export function Lockable({
  names,
  children,
}: {
  names: readonly string[];
  children: ReactNode;
}): ReactElement {
  return <ConfigProvider componentDisabled={useIsLocked(...names)}>{children}</ConfigProvider>;
}

/** Says which of these sections only a file changes; nothing if there are none. */
export function LockedNote({ sections }: { sections: readonly string[] }): ReactElement | null {
  const say = useKitWords();
  const { data } = usePlatformFile();
  const locked = (data?.file?.locked ?? []).filter((name) =>
    sections.includes(name.split('.')[0] ?? ''),
  );
  if (locked.length === 0) return null;
  return <p className="locked-note">{say('lockedToFile', { names: locked.join(', ') })}</p>;
}

/** Says why fields are disabled to a person whose role may not change them. */
export function RoleNote({ right }: { right: Right }): ReactElement | null {
  const say = useKitWords();
  return useMay()(right) ? null : <p className="locked-note">{say('lockedToRole')}</p>;
}
