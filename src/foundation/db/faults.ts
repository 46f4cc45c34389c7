/** The SQLSTATE of a database error: five characters with a digit among them, unlike EPIPE. */
export function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^(?=.*[0-9])[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

/**
 * True for an error caused by a row: bad data (class 22), a violated constraint (23), a value that cannot be
 * cast (42804). Any other error, such as a lost connection, says nothing about the rows.
 */
export function isItemFault(error: unknown): boolean {
  const state = sqlState(error);
  return (
    state !== undefined && (state.startsWith('22') || state.startsWith('23') || state === '42804')
  );
}

/** True when the database is unavailable: down, starting, stopping, out of resources, or too slow. */
export function isDatabaseAway(error: unknown): boolean {
  const state = sqlState(error);
  if (state === undefined) return isConnectionFault(error);
  if (state === readOnly || state === roleRefused) return true;
  return ['08', '53', '55', '57', '58', '40', 'XX'].includes(state.slice(0, 2));
}

/** A statement timed out waiting for a lock: it changed nothing. */
export function isLockTimeout(error: unknown): boolean {
  return sqlState(error) === '55P03';
}

/** The database did not respond in time, not even to report a timeout: what it did is unknown. */
export function isOverdue(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}

/** A standby, or a primary set to read-only: the primary is elsewhere. */
const readOnly = '25006';

/** The role may not log in: so it is kept out of a cell that was moved elsewhere. */
export const roleRefused = '28000';

/** The driver's and the system's errors for a lost or failed connection. */
function isConnectionFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string' && /^E[A-Z]+$/.test(code)) return true;
  if (isOverdue(error)) return true;
  return /connection|client was closed|timeout exceeded|not queryable/i.test(error.message);
}

/**
 * What a log may contain of an error: its name and code, and for a database error its SQLSTATE, constraint,
 * table and routine. Never the message: vendors and drivers put numbers, names and whole rows into theirs.
 */
export function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const state = sqlState(error);
  if (state !== undefined) return databaseFaultOf(error as DatabaseFault, state);
  const code = (error as { code?: unknown }).code;
  const said = typeof code === 'string' ? `${error.name} ${code}` : error.name;
  // An HTTP client's own error is always the same; its cause says what happened.
  if (error.cause instanceof Error) return `${said}, because of ${faultOf(error.cause)}`;
  return code === undefined && isConnectionFault(error) ? `${said}, no connection` : said;
}

/** The driver's fields of a database error, besides its message. */
interface DatabaseFault {
  constraint?: string;
  table?: string;
  routine?: string;
}

function databaseFaultOf({ constraint, table, routine }: DatabaseFault, state: string): string {
  const where = [
    constraint && `constraint ${constraint}`,
    table && `table ${table}`,
    routine && `routine ${routine}`,
  ];
  return [`SQLSTATE ${state}`, ...where.filter(Boolean)].join(', ');
}
