import { sql } from 'kysely';
import type { Standing } from '#contract/selections/calls.ts';
import { newId } from '#server/database/ids.ts';
import { type Order, type PageQuery, takePage } from '#server/database/lists/pagination.ts';
import { prepared } from '#server/database/prepared.ts';
import type { Db } from '#server/database/schema.ts';

type Place = { learnerid: string; classid: string };

/**
 * Adds a selection of a class that has a free seat, and gives its id and whether the class is still to meet;
 * undefined where anything stands in the way, as limits of age do, and that it is kept for others still,
 * unless that was checked. A learner who is being deleted is waited for, or gone: the selection would never
 * be removed.
 */
export async function insertSelection(
  db: Db,
  { isChecked = false, now, ...place }: Place & { isChecked?: boolean; now: number },
): Promise<{ _id: string; meets: boolean } | undefined> {
  const [added] = await addSelection(db, { ...place, _id: newId(now), checked: isChecked ? 1 : 0, now });
  return added && { _id: added._id, meets: added.lessonid !== null };
}

type NewSelection = Place & { _id: string; checked: number; now: number };

const addSelection = prepared((db, { _id, learnerid, classid, checked, now }: NewSelection) => {
  const selectable = db
    .selectFrom(['learners', 'classes'])
    .where('learners._id', '=', learnerid)
    .where('learners.userid', 'is not', null)
    .where('classes._id', '=', classid)
    .where('classes.deletedat', 'is', null)
    .where('classes.status', '=', 'approved')
    .where('classes.availableseat', '>', 0)
    .where(sql<boolean>`(coalesce(agefrom, ageto, opensat) is null or cast(${checked} as integer) = 1)`)
    .where((of) => of.not(of.exists(enrolmentOf(db, { learnerid, classid }))))
    .select([
      sql<string>`cast(${_id} as text)`.as('_id'),
      'learners._id as learnerid',
      'classes._id as classid',
      sql<0>`0`.as('enrolled'),
      sql<number>`cast(${now} as bigint)`.as('createdat'),
    ]);
  return db
    .insertInto('selections')
    .columns(['_id', 'learnerid', 'classid', 'enrolled', 'createdat'])
    .expression(selectable.forNoKeyUpdate('learners'))
    .onConflict((c) => c.columns(['learnerid', 'classid']).doNothing())
    .returning('_id')
    .returning((of) =>
      of
        .selectFrom('lessons')
        .whereRef('lessons.classid', '=', 'selections.classid')
        .where('startsat', '>', now)
        .where('state', '<>', 'cancelled')
        .limit(1)
        .select('lessons._id')
        .as('lessonid'),
    );
});

const enrolmentOf = (db: Db, { learnerid, classid }: Place) =>
  db.selectFrom('enrolments').select('_id').where('learnerid', '=', learnerid).where('classid', '=', classid);

/** Whether one of the learners is enrolled in a class. */
export async function isOneEnrolled(
  db: Db,
  { classid, learnerids }: { classid: string; learnerids: readonly string[] },
): Promise<boolean> {
  const enrolled = db.selectFrom('enrolments').select('_id').where('classid', '=', classid);
  return (await enrolled.where('learnerid', 'in', learnerids).limit(1).executeTakeFirst()) !== undefined;
}

/** What learners selected and have not enrolled in yet, of classes that are still there. */
const open = (db: Db, learnerids: readonly string[]) =>
  db
    .selectFrom('selections')
    .where('learnerid', 'in', learnerids)
    .where('enrolled', '=', 0)
    .where((where) =>
      where.exists(
        where
          .selectFrom('classes')
          .select('classes._id')
          .whereRef('classes._id', '=', 'selections.classid')
          .where('deletedat', 'is', null),
      ),
    );

/** All of it, the newest first. */
export const findOpenSelections = (db: Db, learnerids: readonly string[]) =>
  openSelections(db, { learnerids });

const openSelections = prepared((db, { learnerids }: { learnerids: readonly string[] }) =>
  open(db, learnerids).selectAll().orderBy('createdat', 'desc').orderBy('_id', 'desc'),
);

const NEWEST_FIRST: Order = { by: [sql.ref<number>('createdat')], isDescending: true };

/** A page of it. */
export const browseOpenSelections = (
  db: Db,
  { learnerids, ...ask }: PageQuery & { learnerids: readonly string[] },
) => takePage(open(db, learnerids).selectAll(), ask, NEWEST_FIRST);

const standing = (name: Standing) => sql<Standing>`${sql.lit(name)}`.as('standing');

/** The classes that learners have selected, wait for, are offered a seat of or are enrolled in. */
export const findStandings = (db: Db, learnerids: readonly string[]) =>
  open(db, learnerids)
    .select(['learnerid', 'classid', standing('selected')])
    .unionAll(
      db
        .selectFrom('waitlist')
        .select(['learnerid', 'classid'])
        .select(
          sql<Standing>`case when state in ('waiting', 'kept') then 'waiting' else 'offered' end`.as(
            'standing',
          ),
        )
        .where('learnerid', 'in', learnerids)
        .where('state', '<>', 'closed'),
    )
    .unionAll(
      db
        .selectFrom('orders')
        .select(['learnerid', sql<string>`classid`.as('classid'), standing('reserved')])
        .where('learnerid', 'in', learnerids)
        .where('reservedat', 'is not', null)
        .where('state', 'in', ['held', 'intent']),
    )
    .unionAll(
      db
        .selectFrom('enrolments')
        .select(['learnerid', 'classid', standing('enrolled')])
        .where('learnerid', 'in', learnerids),
    )
    .execute();

/** A selection, and whether its learner is an account itself. */
export async function findSelection(db: Db, id: string) {
  return db
    .selectFrom('selections')
    .innerJoin('learners', 'learners._id', 'selections.learnerid')
    .selectAll('selections')
    .select('learners.self')
    .where('selections._id', '=', id)
    .executeTakeFirst();
}

/** Removes a selection that is not an enrolment; gives how many went. */
export async function deleteSelection(db: Db, id: string) {
  const { numDeletedRows } = await db
    .deleteFrom('selections')
    .where('_id', '=', id)
    .where('enrolled', '=', 0)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Marks a student's selection of a class as enrolled or not any more; nothing where there is none. */
export const markSelection = prepared((db, { learnerid, classid, enrolled }: Place & { enrolled: 0 | 1 }) =>
  db
    .updateTable('selections')
    .set({ enrolled })
    .where('learnerid', '=', learnerid)
    .where('classid', '=', classid),
);

/** A student's selection of a class, or their enrolment in it: either way they have it already. */
export async function findSelectionOf(db: Db, { learnerid, classid }: Place) {
  return db
    .selectFrom('selections')
    .select('_id')
    .where('learnerid', '=', learnerid)
    .where('classid', '=', classid)
    .unionAll(enrolmentOf(db, { learnerid, classid }))
    .executeTakeFirst();
}

/** Whether a learner is an account itself, or was before it was deleted. */
export async function isAccountItself(db: Db, learnerid: string): Promise<boolean> {
  const learner = await db
    .selectFrom('learners')
    .select('self')
    .where('_id', '=', learnerid)
    .executeTakeFirst();
  return learner?.self === 1;
}

export async function isSelected(db: Db, { learnerid, classid }: Place): Promise<boolean> {
  const selections = db.selectFrom('selections').select('_id').where('learnerid', '=', learnerid);
  return (await selections.where('classid', '=', classid).executeTakeFirst()) !== undefined;
}

/** Forgets a student's selection of a class, so that the class can be selected again. */
export async function deleteSelectionOf(db: Db, { learnerid, classid }: Place) {
  await db
    .deleteFrom('selections')
    .where('learnerid', '=', learnerid)
    .where('classid', '=', classid)
    .execute();
}

/** What learners have selected, with the class's name. */
export async function findSelectionsOf(db: Db, learnerids: readonly string[]) {
  return db
    .selectFrom('selections')
    .innerJoin('classes', 'classes._id', 'selections.classid')
    .select(['selections.learnerid', 'selections.classid', 'classes.classname', 'selections.createdat'])
    .where('selections.learnerid', 'in', learnerids)
    .where('selections.enrolled', '=', 0)
    .orderBy('selections._id')
    .execute();
}

/** Forgets everything that a person has selected. */
export async function deleteSelectionsOf(tx: Db, learnerid: string) {
  await tx.deleteFrom('selections').where('learnerid', '=', learnerid).execute();
}
