import { type Right, type RightRow, rights } from '../../../src/surfaces/console/kit/rights.ts';
import { useScope } from './scope.ts';
import { useSession } from './session.ts';

/** Whether whoever is signed in has a right here. The server decides; what it would refuse is not offered. */
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
