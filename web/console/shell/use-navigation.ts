import { useScope } from '../client/scope.ts';
import { useSession } from '../client/session.ts';
import { useMay } from '../client/use-may.ts';
import { navigationOf } from './navigation.ts';

/** The sidebar's screens that this person's role may open. */
export function useNavigation(): ReturnType<typeof navigationOf> {
  const { area, scope } = useScope();
  const { cells } = useSession();
  return navigationOf(area, scope, useMay(), !!cells);
}
