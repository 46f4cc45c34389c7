import { useScope } from '../client/scope.ts';
import { useMay } from '../client/use-may.ts';
import { navigationOf } from './navigation.ts';

/** The sidebar's screens that this person's role may open. */
export function useNavigation(): ReturnType<typeof navigationOf> {
  const { area, scope } = useScope();
  return navigationOf(area, scope, useMay());
}
