import { isUniqueViolation } from '#server/database/open.ts';
import { ensureSeen, type Seen } from '#server/database/rows/seen.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { type Actor, insertChange } from '#server/features/changes/index.ts';
import { renamePlayed } from '#server/features/instructors/index.ts';
import { AppError, ensure } from '#server/http/errors.ts';
import * as queries from './queries.ts';

/** Who does it and when (epoch milliseconds). */
type Acting = { actor: Actor; now: number };

/** Adds an instrument and gives its id. Throws `instrument-name-taken`. */
export const addInstrument = (db: Db, fields: queries.InstrumentFields, acting: Acting): Promise<string> =>
  named(
    transact(db, async (tx) => {
      const instrument = await queries.insertInstrument(tx, fields, acting.now);
      await log(tx, instrument, { ...acting, action: 'added' });
      return instrument._id;
    }),
  );

/** Throws `instrument-not-found`, `instrument-name-taken` and `changed-meanwhile`. */
export async function updateInstrument(
  db: Db,
  { version, ...fields }: queries.InstrumentFields & Seen,
  { id, ...acting }: Acting & { id: string },
): Promise<void> {
  const change = transact(db, async (tx) => {
    const instrument = await queries.lockInstrument(tx, id);
    ensure(instrument, 'instrument-not-found');
    // The same asked again, where the first answer was lost.
    if (instrument.name === fields.name && instrument.image === fields.image) return;
    ensureSeen(instrument, { version });
    await queries.updateInstrumentRow(tx, id, fields);
    if (instrument.name !== fields.name)
      await renamePlayed(tx, { from: instrument.name, to: fields.name, now: acting.now });
    await log(tx, { _id: id, ...fields }, { ...acting, action: 'updated' });
  });
  await named(change);
}

/** Throws `instrument-not-found` and `changed-meanwhile`. */
export async function deleteInstrument(
  db: Db,
  seen: Seen,
  { id, ...acting }: Acting & { id: string },
): Promise<void> {
  await transact(db, async (tx) => {
    const instrument = await queries.lockInstrument(tx, id);
    ensure(instrument, 'instrument-not-found');
    ensureSeen(instrument, seen);
    await queries.deleteInstrumentRow(tx, id);
    await log(tx, instrument, { ...acting, action: 'deleted' });
  });
}

/** Gives what `change` gives; the index of their names holds that no two are called alike. */
const named = <T>(change: Promise<T>): Promise<T> =>
  change.catch((error) => {
    throw isUniqueViolation(error) ? new AppError('instrument-name-taken') : error;
  });

const log = (
  tx: Db,
  { _id, name }: Pick<queries.InstrumentRow, '_id' | 'name'>,
  change: Acting & { action: 'added' | 'updated' | 'deleted' },
) => insertChange(tx, { about: 'school', subjectid: _id, subjectname: name, note: 'instrument', ...change });
