import { useScope } from '../client/scope.ts';
import { useMay } from '../client/use-may.ts';
import { navigationOf } from './navigation.ts';

/** The screens of the sidebar here, without those that the role of whoever looks would be refused. */
export function useNavigation(): ReturnType<typeof navigationOf> {
  const { door, scope } = useScope();
  return navigationOf(door, scope, useMay());
}
