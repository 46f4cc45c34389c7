import './locked-note.css';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { PlatformFileFacts } from '../../../src/surfaces/console/settings/settings-contract.ts';
import { useApi } from '../client/use-api.ts';
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

/** Whether only a file changes this section, so that nothing can be added to it here. */
export function useIsLocked(section: string): boolean {
  const { data } = usePlatformFile();
  return data?.file?.locked.includes(section) ?? false;
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
