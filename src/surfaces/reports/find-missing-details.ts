import type { Pool } from 'pg';
import { readOperator } from '../../people/accounts/operator-queries.ts';
import { particularsProblems } from '../../vendors/providers/particulars.ts';
import { listProviders } from '../../vendors/providers/provider-queries.ts';
import { listRoutes } from '../../vendors/providers/route-queries.ts';
import { type Detail, fillDetail } from './finding-detail.ts';
import { findingTexts } from './report-texts.ts';

/**
 * The legal details that are missing for the consent to a live face check, each with the command that sets
 * it. Empty until there is a route for face checks.
 */
export async function findMissingDetails(pool: Pool): Promise<Detail[]> {
  const routes = (await listRoutes(pool)).filter(({ product }) => product === 'face_verify');
  if (routes.length === 0) return [];
  const codes = new Set(routes.flatMap(({ providers }) => providers.map(({ code }) => code)));
  const serving = (await listProviders(pool)).filter(
    ({ providerCode, isOn }) => isOn && codes.has(providerCode),
  );
  const missing = serving.flatMap(({ providerCode, particulars }) => {
    const problems = particularsProblems(particulars);
    if (problems.length === 0) return [];
    return [fillDetail(findingTexts.legal_provider, { provider: providerCode, problems })];
  });
  return (await readOperator(pool)) ? missing : [findingTexts.legal_operator, ...missing];
}
