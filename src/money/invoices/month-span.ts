/** The days of a month such as 2030-01; `to` is exclusive. */
export function spanOfMonth(month: string): { from: string; to: string } {
  const first = Temporal.PlainDate.from(`${month}-01`);
  return { from: String(first), to: String(first.add({ months: 1 })) };
}
