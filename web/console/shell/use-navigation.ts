import { usePlace } from '../client/place.ts';
import { useMay } from '../client/use-may.ts';
import { navigationOf } from './navigation.ts';

/** The screens of the sidebar here, without those that the role of whoever looks would be refused. */
export function useNavigation(): ReturnType<typeof navigationOf> {
  const { door, scope } = usePlace();
  return navigationOf(door, scope, useMay());
}
