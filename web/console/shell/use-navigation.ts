import { usePlace } from '../parts/place.ts';
import { useMay } from '../parts/use-may.ts';
import { navigationOf } from './navigation.ts';

/** The screens of the sidebar here, without those that the role of whoever looks would be refused. */
export function useNavigation(): ReturnType<typeof navigationOf> {
  const { door, scope } = usePlace();
  return navigationOf(door, scope, useMay());
}
