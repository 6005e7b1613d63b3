/**
 * The database could not do what it was asked, through no fault of the query: it is away, full, locked or too
 * busy. Asking again later makes sense. What was asked may have happened all the same where the connection
 * was cut at that moment.
 */
export class DatabaseOutage extends Error {
  override name = 'DatabaseOutage';
  /** The database's own code, or the system's. */
  readonly code: string | undefined;

  constructor(cause: unknown) {
    const { code, message } = cause as { code?: string; message?: string };
    super(message, { cause });
    this.code = code;
  }
}

export const isOutage = (error: unknown): error is DatabaseOutage => error instanceof DatabaseOutage;

/** As a `DatabaseOutage` where `isOne` says that it is; everything else stays what it was. */
export const asOutage = (error: unknown, isOne: (error: unknown) => boolean) =>
  isOne(error) && !isOutage(error) ? new DatabaseOutage(error) : error;

/*
 * SQLSTATE: 08 connection, 53 out of resources, 57P shutting down or starting, 57014 cancelled by a timeout,
 * 55P03 waited too long for a lock, 25P03 idle in a transaction, 25006 a standby that only reads, 58030 the
 * disk, 40001 and 40P01 lost a race too often.
 */
const STATES = /^(08...|53...|57P..|57014|55P03|25P03|25006|58030|40001|40P01)$/;
const SOCKET = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EPIPE',
]);
const WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed)/;

/** What PostgreSQL, its client or the network between say of an outage. */
export function isPostgresOutage(error: unknown): boolean {
  const { code, message = '' } = error as { code?: string; message?: string };
  return (code !== undefined && (STATES.test(code) || SOCKET.has(code))) || WORDS.test(message);
}

/**
 * Why PostgreSQL does not let this school in, as one sentence; undefined for anything else. SQLSTATE: 3D000
 * no such database, 28 who asks, 42501 a missing right.
 */
export function refusalOf(error: unknown): string | undefined {
  const { code } = error as { code?: string };
  if (code === '3D000')
    return 'DATABASE_URL names a database that there is not. Make it first, as by createdb.';
  if (code === '28P01' || code === '28000')
    return 'PostgreSQL does not let the user of DATABASE_URL in. Check the name and the password.';
  if (code === '42501') return 'The user of DATABASE_URL may not make tables there. Give it the right to.';
  return undefined;
}
