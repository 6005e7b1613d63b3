import { MERGE_UNDO_MS } from '#contract/families/calls.ts';
import { formatsOf } from '#contract/formats.ts';
import { defaultOf } from '#contract/translations.ts';
import { t, withLanguage } from '#languages/t.ts';
import { inChunks } from '#server/database/lists/batches.ts';
import { schoolDay } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import type { Erasing } from '#server/features/feature.ts';
import { addUserIn } from '#server/features/users/index.ts';
import { keepBooks } from './erase-rows.ts';
import { findOpenBooks, type OpenBooks, schoolOf } from './open-books.ts';

type Of = { userid: string; now: number };

/**
 * Lets an account without a name and an address stand for one that is erased, where its books are not even, so
 * that the school sees what is open; gives that.
 */
export async function keepOpenBooks(
  tx: Db,
  erasing: Pick<Erasing, 'rows'>,
  { userid, now }: Of,
): Promise<OpenBooks | undefined> {
  const school = await schoolOf(tx);
  const owed = await findOpenBooks(tx, { userid, school });
  if (!owed) return undefined;
  const day = schoolDay(school, now);
  const name = withLanguage(defaultOf(school.languages), () =>
    t('families.former', { day: formatsOf({ ...school, locale: undefined }).day(day) }),
  );
  const { _id: to } = await addUserIn(tx, {
    ...{ uid: null, email: null, name, photoURL: null, role: 'student', createdat: now, erasedat: now },
  });
  await keepBooks(tx, erasing, { from: userid, to });
  return owed;
}

/** The accounts that stand for erased ones; without those of which a merge can be undone still. */
export async function findFormerFamilies(db: Db, now: number): Promise<string[]> {
  const found = await db.selectFrom('users').select('_id').where('erasedat', 'is not', null).execute();
  const ids = found.map(({ _id }) => _id);
  const merged = await inChunks(ids, (some) =>
    db
      .selectFrom('merges')
      .select('droppedid')
      .where('droppedid', 'in', some)
      .where('undoneat', 'is', null)
      .where('createdat', '>', now - MERGE_UNDO_MS)
      .execute(),
  );
  return ids.filter((id) => !merged.some(({ droppedid }) => droppedid === id));
}

/** Whether nothing is open between such an account and the school any more. */
export const isEven = async (tx: Db, userid: string): Promise<boolean> =>
  (await findOpenBooks(tx, { userid, school: await schoolOf(tx) })) === undefined;
