import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type OpenDatabase, openPostgres, openSqliteInMemory } from '#server/database/open.ts';
import type { AllTables } from '#server/database/tables.ts';
import { openKept } from './kept-databases.ts';
import { migratedRecords, migratedTemplate } from './migrated.ts';
import { checkPlans, explainOnPostgres, explainOnSqlite, keepStatements, type Statements } from './plans.ts';

/**
 * Makes an empty database in the tests' cluster, or in another, and gives its URL; `template` names one to
 * copy.
 */
export async function makePostgresDatabase(
  url: string = inject('postgresUrl'),
  template = 'template1',
): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const client = new pg.Client(`${url}/postgres`);
  await client.connect();
  // Copied as files: written into the log page by page, as by default, it takes twice the work.
  await client.query(`create database ${name} template ${template} strategy file_copy`);
  await client.end();
  return `${url}/${name}`;
}

/** The same with every table and no row. */
export const makeMigratedDatabase = async (url: string = inject('postgresUrl')): Promise<string> =>
  makePostgresDatabase(url, await migratedTemplate(url));

/**
 * Statements that were explained in this worker: what one file of tests has shown of them the next need not
 * show again.
 */
const explained = new Set<string>();

/**
 * An empty database of the kind that this run of the tests is about, or one with every table and no row;
 * closing it looks at how its statements found their rows. `isStart`: these are the statements
 * of a start, which may read less than a request.
 */
export async function openTestDatabase({
  migrated = false,
  isStart = false,
} = {}): Promise<OpenDatabase<AllTables>> {
  const statements: Statements = new Map();
  const log = keepStatements(statements, isStart ? new Set() : explained);
  if (inject('dialect') === 'sqlite') {
    const opened = openSqliteInMemory<AllTables>({
      log,
      from: migrated ? await migratedRecords() : undefined,
    });
    return closingWith(opened, () =>
      checkPlans(statements, {
        explain: (query) => explainOnSqlite(opened.db, query),
        start: isStart ? 'sqlite' : undefined,
      }),
    );
  }
  const opened = migrated
    ? await openKept(log)
    : openPostgres<AllTables>(await makePostgresDatabase(), { onCut: () => {}, log });
  const cluster = inject('postgresUrl');
  return closingWith(opened, () =>
    checkPlans(statements, {
      explain: (query) => explainOnPostgres(cluster, query),
      start: isStart ? 'postgres' : undefined,
    }),
  );
}

const closingWith = <DB>(opened: OpenDatabase<DB>, check: () => Promise<void>): OpenDatabase<DB> => ({
  ...opened,
  close: () => check().finally(opened.close),
});
