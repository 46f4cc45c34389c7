import type { Pool } from 'pg';

interface PlanNode {
  'Node Type': string;
  'Parent Relationship'?: string;
  'Relation Name'?: string;
  Plans?: PlanNode[];
}

/** What a statement's plan says of the rows it locks, and of the partitions its subqueries look for. */
export interface LockPlan {
  locksRows: boolean;
  /** Partitions that a subquery chooses among while the statement runs. */
  subqueryPartitions: string[];
}

/**
 * Plans the one statement that `ask` sends, and runs it not. Rows that are locked and partitions that are
 * looked for in a subquery must not meet in one statement: `takeUnresolved` says why.
 */
export async function planOf(pool: Pool, ask: (pool: Pool) => Promise<unknown>): Promise<LockPlan> {
  let plan: PlanNode | undefined;
  const planner = {
    async query(text: string, values: unknown[]) {
      const { rows } = await pool.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
        `explain (format json) ${text}`,
        values,
      );
      plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
      return { rows: [] };
    },
  };
  await ask(planner as unknown as Pool);
  const nodes = walk(plan as PlanNode, false);
  return {
    locksRows: nodes.some(({ node }) => node['Node Type'] === 'LockRows'),
    subqueryPartitions: nodes
      .filter(({ node, isInSubquery }) => isInSubquery && node['Node Type'] === 'Append')
      .flatMap(({ node }) => node.Plans ?? [])
      .flatMap((child) => child['Relation Name'] ?? []),
  };
}

function walk(node: PlanNode, isInSubquery: boolean): { node: PlanNode; isInSubquery: boolean }[] {
  const children = (node.Plans ?? []).flatMap((child) =>
    walk(
      child,
      isInSubquery || ['SubPlan', 'InitPlan'].includes(child['Parent Relationship'] ?? ''),
    ),
  );
  return [{ node, isInSubquery }, ...children];
}
