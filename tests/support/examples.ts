import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { Example, TableRows } from '#server/features/feature.ts';
import { ROWS } from '#server/features/rows.ts';
import { insertRows, type OldRow } from './old-tables.ts';
import type { Person, TestSchool } from './school.ts';

/* The rows that features give as examples of their tables, inserted for an account. */

let count = 0;

/**
 * What example rows of an account name: its own learner, a child that is yet to be, another account, and two
 * classes that a third teaches.
 */
export async function exampleOf(school: TestSchool, person: Person): Promise<Example> {
  const other = await school.signIn('student');
  const classes = [];
  for (const classname of ['Zither', 'Viola'])
    classes.push((await school.addClass({ classname, enrolledstudents: 4, availableseat: 4 }))._id);
  const [classid = '', nextclass = ''] = classes.sort();
  return anotherExample({
    now: school.clock.now,
    classid,
    nextclass,
    childid: `pupil-${crypto.randomUUID()}`,
    userid: person.user._id,
    learnerid: person.learnerid,
    email: person.email,
    name: person.user.name,
    otherid: other.user._id,
    otherlearner: other.learnerid,
  });
}

/** One that differs from all others. */
export function anotherExample(names: Omit<Example, 'id' | 'number'>): Example {
  const number = ++count;
  return { ...names, number, id: (name) => `${name}-${number}` };
}

export const TABLES = Object.entries(ROWS) as [keyof typeof ROWS, TableRows<keyof typeof ROWS>][];

/**
 * Inserts the example rows of each of these tables, and gives what they are; one that refers to another comes
 * after it.
 */
export async function insertExamples(
  db: Kysely<Database>,
  of: Example,
  tables: readonly string[] = TABLES.map(([table]) => table),
): Promise<Map<string, readonly OldRow[]>> {
  const waiting = new Map(
    TABLES.flatMap(([table, { example }]) =>
      example && tables.includes(table) ? [[table, example(of) as unknown as OldRow[]] as const] : [],
    ),
  );
  const inserted = new Map<string, readonly OldRow[]>();
  while (waiting.size > 0) {
    let fault: unknown;
    const before = waiting.size;
    for (const [table, rows] of waiting) {
      try {
        await db.transaction().execute((tx) => insertRows<Database>(tx, table, rows));
      } catch (error) {
        fault = error;
        continue;
      }
      waiting.delete(table);
      inserted.set(table, rows);
    }
    if (waiting.size === before) throw fault;
  }
  return inserted;
}

/** Where any of these words stands, as `table.column`. */
export async function findNaming(db: Kysely<Database>, words: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const [table] of TABLES) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db);
    const columns = new Set(rows.flatMap((row) => Object.keys(row)));
    for (const column of columns)
      if (rows.some((row) => words.some((word) => String(row[column]).includes(word))))
        found.push(`${table}.${column}`);
  }
  return found.sort();
}
