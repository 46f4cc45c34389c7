import { type Right, type RightRow, rights } from '../../../src/surfaces/console/kit/rights.ts';
import { useScope } from './scope.ts';
import { useSession } from './session.ts';

/** Hides what the server would refuse; the server decides. */
export function useMay(): (right: Right) => boolean {
  const { operatorRole, accounts = [] } = useSession();
  const { accountId } = useScope();
  const role = accounts.find((one) => one.accountId === accountId)?.role;
  return (right) => {
    const row: RightRow = rights[right];
    if (operatorRole && row.operators.includes(operatorRole)) return true;
    return role !== undefined && row.members.includes(role);
  };
}
