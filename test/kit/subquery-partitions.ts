import type { Pool } from 'pg';

interface PlanNode {
  'Node Type': string;
  'Parent Relationship'?: string;
  'Relation Name'?: string;
  Plans?: PlanNode[];
}

/** A statement's plan: the rows it locks, and the partitions its subqueries prune. */
export interface LockPlan {
  locksRows: boolean;
  /** Partitions that a subquery chooses at run time. */
  subqueryPartitions: string[];
}

/**
 * Plans the one statement that `ask` sends, without running it. Locking rows and pruning partitions
 * in a subquery must not meet in one statement: `takeUnresolved` says why.
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
