/** The SQLSTATE of a database error, if it is one: five characters, a digit among them, unlike EPIPE. */
export function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^(?=.*[0-9])[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

/**
 * True for a fault that lies with a row: bad data (class 22), a broken constraint (23), a value that
 * no cast takes (42804). Anything else, a lost connection above all, says nothing about the rows.
 */
export function isItemFault(error: unknown): boolean {
  const state = sqlState(error);
  return (
    state !== undefined && (state.startsWith('22') || state.startsWith('23') || state === '42804')
  );
}

/** True when the database cannot be asked now: down, starting, stopping, out of room, or too slow. */
export function isDatabaseAway(error: unknown): boolean {
  const state = sqlState(error);
  if (state === undefined) return isConnectionFault(error);
  if (state === readOnly) return true;
  return ['08', '53', '55', '57', '58', '40', 'XX'].includes(state.slice(0, 2));
}

/** A statement that waited too long for somebody else's lock: nothing was done. */
export function isLockTimeout(error: unknown): boolean {
  return sqlState(error) === '55P03';
}

/** The database said nothing in time, not even that it gave up: nobody knows what it did. */
export function isOverdue(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}

/** A standby, or a primary that was told to take no writes: the one that does is elsewhere. */
const readOnly = '25006';

/** The driver's and the system's own words for a connection that is not there. */
function isConnectionFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string' && /^E[A-Z]+$/.test(code)) return true;
  if (isOverdue(error)) return true;
  return /connection|client was closed|timeout exceeded|not queryable/i.test(error.message);
}

/**
 * What a log may tell of a fault: an error's name and code, and for one of the database its SQLSTATE and
 * which constraint, table and routine it came from. Never a message: vendors and drivers put numbers,
 * names and whole rows into theirs.
 */
export function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const state = sqlState(error);
  if (state !== undefined) return databaseFaultOf(error as DatabaseFault, state);
  const code = (error as { code?: unknown }).code;
  const said = typeof code === 'string' ? `${error.name} ${code}` : error.name;
  // What a client for HTTP says of itself is always the same; the cause tells what it met.
  if (error.cause instanceof Error) return `${said}, because of ${faultOf(error.cause)}`;
  return code === undefined && isConnectionFault(error) ? `${said}, no connection` : said;
}

/** What the driver tells of an error of the database besides its message. */
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
