/** The month that the platform of the tests counts to now, in its own time zone: `2026-11`. */
export const thisMonth = () =>
  Temporal.Now.plainDateISO('Asia/Shanghai').toPlainYearMonth().toString();
