import { isUniqueViolation } from '#server/database/open.ts';
import { ensureSeen, type Seen } from '#server/database/rows/seen.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { type Actor, insertChange } from '#server/features/changes/index.ts';
import { AppError, ensure } from '#server/http/errors.ts';
import * as queries from './queries.ts';

/** Who does it and when (epoch milliseconds). */
type Acting = { actor: Actor; now: number };

/** Adds a building and gives its id. Throws `site-name-taken`. */
export const addSite = (db: Db, fields: queries.SiteFields, acting: Acting): Promise<string> =>
  named(
    transact(db, async (tx) => {
      const site = await queries.insertSite(tx, fields, acting.now);
      await log(tx, site, { ...acting, action: 'added' });
      return site._id;
    }),
  );

/** Throws `site-not-found`, `site-name-taken` and `changed-meanwhile`. */
export async function updateSite(
  db: Db,
  { version, ...fields }: queries.SiteFields & Seen,
  { id, ...acting }: Acting & { id: string },
): Promise<void> {
  const change = transact(db, async (tx) => {
    const site = await queries.lockSite(tx, id);
    ensure(site, 'site-not-found');
    // The same asked again, where the first answer was lost.
    if (isSame(site, fields)) return;
    ensureSeen(site, { version });
    await queries.updateSiteRow(tx, id, fields);
    await log(tx, { _id: id, ...fields }, { ...acting, action: 'updated' });
  });
  await named(change);
}

const isSame = (site: queries.SiteRow, fields: queries.SiteFields) =>
  Object.entries(fields).every(([name, value]) => site[name as keyof queries.SiteFields] === value);

/** Throws `site-not-found`, `site-in-use` and `changed-meanwhile`. */
export async function deleteSite(
  db: Db,
  seen: Seen,
  { id, ...acting }: Acting & { id: string },
): Promise<void> {
  await transact(db, async (tx) => {
    const site = await queries.lockSite(tx, id);
    ensure(site, 'site-not-found');
    ensureSeen(site, seen);
    ensure(!(await queries.hasRooms(tx, id)), 'site-in-use');
    await queries.deleteSiteRow(tx, id);
    await log(tx, site, { ...acting, action: 'deleted' });
  });
}

/** Gives what `change` gives; the index of their names holds that no two are called alike. */
const named = <T>(change: Promise<T>): Promise<T> =>
  change.catch((error) => {
    throw isUniqueViolation(error) ? new AppError('site-name-taken') : error;
  });

const log = (
  tx: Db,
  { _id, name }: Pick<queries.SiteRow, '_id' | 'name'>,
  change: Acting & { action: 'added' | 'updated' | 'deleted' },
) => insertChange(tx, { about: 'school', subjectid: _id, subjectname: name, note: 'site', ...change });
