import { ensureSeen, type Seen } from '#server/database/rows/seen.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { type Actor, insertChange } from '#server/features/changes/index.ts';
import { ensure } from '#server/http/errors.ts';
import * as queries from './queries.ts';

/** Who does it and when (epoch milliseconds). */
type Acting = { actor: Actor; now: number };

/** Adds a thing and gives its id. */
export const addThing = (db: Db, fields: queries.ThingFields, acting: Acting): Promise<string> =>
  transact(db, async (tx) => {
    const thing = await queries.insertThing(tx, fields, acting.now);
    await log(tx, thing, { ...acting, action: 'added' });
    return thing._id;
  });

/** Throws `not-found` and `changed-meanwhile`. */
export async function updateThing(
  db: Db,
  { version, ...fields }: queries.ThingFields & Seen,
  { id, ...acting }: Acting & { id: string },
): Promise<void> {
  await transact(db, async (tx) => {
    const thing = await queries.lockThing(tx, id);
    ensure(thing, 'not-found');
    // The same asked again, where the first answer was lost.
    if (thing.name === fields.name) return;
    ensureSeen(thing, { version });
    await queries.updateThingRow(tx, id, fields);
    await log(tx, { _id: id, ...fields }, { ...acting, action: 'updated' });
  });
}

/** Throws `not-found` and `changed-meanwhile`. */
export async function deleteThing(
  db: Db,
  seen: Seen,
  { id, ...acting }: Acting & { id: string },
): Promise<void> {
  await transact(db, async (tx) => {
    const thing = await queries.lockThing(tx, id);
    ensure(thing, 'not-found');
    ensureSeen(thing, seen);
    await queries.deleteThingRow(tx, id);
    await log(tx, thing, { ...acting, action: 'deleted' });
  });
}

const log = (
  tx: Db,
  { _id, name }: Pick<queries.ThingRow, '_id' | 'name'>,
  change: Acting & { action: 'added' | 'updated' | 'deleted' },
) => insertChange(tx, { about: 'school', subjectid: _id, subjectname: name, note: 'thing', ...change });
