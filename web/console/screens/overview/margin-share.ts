/** A margin as a share of the revenue whose cost is known; undefined if there is none. */
export function marginShare(
  margin: string | null | undefined,
  revenue: string,
  uncostedRevenue = '0',
): number | undefined {
  const costed = Number(revenue) - Number(uncostedRevenue);
  return margin && costed > 0 ? Number(margin) / costed : undefined;
}
