import { sql } from 'kysely';
import type { Db } from '#server/database/schema.ts';
import type { Merge, Moved, Parting, Rows } from '#server/features/feature.ts';
import { columnsOf, isPlace } from './person-columns.ts';

/** What became another's, by `table.column`. */
export type MovedRows = Record<string, Moved>;

/** Makes the rows of one learner or account another's, as each feature declares. */
export async function moveRows(
  tx: Db,
  kind: 'learner' | 'account',
  { rows, ...merge }: Merge & { rows: Rows },
): Promise<MovedRows> {
  const moved: MovedRows = {};
  for (const { table, column, merged } of columnsOf(rows, kind)) {
    if (merged === 'moves' || merged === 'place')
      moved[`${table}.${column}`] = { ids: await setColumn(tx, { table, column, ...merge }) };
    else if ('merging' in merged) moved[`${table}.${column}`] = await merged.merging.move(tx, merge);
  }
  return moved;
}

/** Reverts it, of rows that are the kept one's still; gives how many went back, by `table.column`. */
export async function moveRowsBack(
  tx: Db,
  kind: 'learner' | 'account',
  { rows, moved, ...parting }: Parting & { rows: Rows; moved: MovedRows },
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { table, column, merged } of columnsOf(rows, kind)) {
    const name = `${table}.${column}`;
    const one = moved[name];
    if (!one) continue;
    if (typeof merged === 'object') {
      if ('merging' in merged) counts[name] = await merged.merging.moveBack(tx, one, parting);
    } else if (merged === 'moves' || !parting.isShared)
      counts[name] = await setColumnBack(tx, { table, column, rows, ids: one.ids, ...parting });
  }
  return counts;
}

async function setColumn(
  tx: Db,
  { table, column, from, to }: Merge & { table: string; column: string },
): Promise<string[]> {
  const { rows } = await sql<{ _id: string }>`update ${sql.table(table)} set ${sql.ref(column)} = ${to}
    where ${sql.ref(column)} = ${from} returning _id`.execute(tx);
  return rows.map(({ _id }) => _id);
}

type Setting = Parting & {
  table: string;
  column: string;
  rows: Rows;
  ids: readonly string[];
};

/** Rows of an account that name a learner who stays do, too. */
async function setColumnBack(tx: Db, { table, column, rows, ids, from, to, stay }: Setting): Promise<number> {
  if (ids.length === 0) return 0;
  const learners = columnsOf(rows, 'learner').filter((one) => one.table === table && one.column !== column);
  const goes = learners.map(({ column: learner }) =>
    stay.length > 0
      ? sql`and (${sql.ref(learner)} is null or ${sql.ref(learner)} not in (${sql.join(stay)}))`
      : sql``,
  );
  const { numAffectedRows } = await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${from}
    where _id in (${sql.join(ids)}) and ${sql.ref(column)} = ${to} ${sql.join(goes, sql` `)}`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** What was begun for each of these learners: a place in a class, or what leads to one. */
export async function findBegun(
  tx: Db,
  { rows, ids }: { rows: Rows; ids: readonly string[] },
): Promise<{ learnerid: string; mark: string }[]> {
  const begun: { learnerid: string; mark: string }[] = [];
  for (const { table, column, merged } of columnsOf(rows, 'learner')) {
    if (!isPlace(merged)) continue;
    const found = await sql<{ _id: string; learnerid: string }>`select _id, ${sql.ref(column)} as learnerid
      from ${sql.table(table)} where ${sql.ref(column)} in (${sql.join(ids)})`.execute(tx);
    for (const { _id, learnerid } of found.rows) begun.push({ learnerid, mark: `${table} ${_id}` });
  }
  return begun;
}
