import { sql } from 'kysely';
import { newId } from '#server/database/ids.ts';
import { PLACE_BEGINS } from '#server/database/rows/learners.ts';
import type { Db } from '#server/database/schema.ts';

/**
 * Notes who has had a place until now, before it ends or is another learner's: the registers of the lessons
 * that it had go on naming them. A place without such a lesson leaves nothing.
 */
export async function keepPastPlace(tx: Db, { id, now }: { id: string; now: number }): Promise<void> {
  await tx
    .insertInto('pastplaces')
    .columns(['_id', 'learnerid', 'classid', 'begunat', 'endedat'])
    .expression(
      tx
        .selectFrom('enrolments')
        .where('_id', '=', id)
        .where((of) =>
          of.exists(
            of
              .selectFrom('lessons')
              .select('lessons._id')
              .whereRef('lessons.classid', '=', 'enrolments.classid')
              .where('lessons.startsat', '>=', PLACE_BEGINS)
              .where('lessons.startsat', '<', now),
          ),
        )
        .select([
          sql<string>`cast(${newId(now)} as text)`.as('_id'),
          'learnerid',
          'classid',
          PLACE_BEGINS.as('begunat'),
          sql<number>`cast(${now} as bigint)`.as('endedat'),
        ]),
    )
    .execute();
}

/** Places of before that learners had, the oldest first. */
export const findPastPlaces = (db: Db, learnerids: readonly string[]) =>
  db
    .selectFrom('pastplaces')
    .innerJoin('classes', 'classes._id', 'pastplaces.classid')
    .select(['pastplaces.learnerid', 'pastplaces.classid', 'classes.classname'])
    .select(['pastplaces.begunat', 'pastplaces.endedat'])
    .where('pastplaces.learnerid', 'in', learnerids)
    .orderBy('pastplaces._id')
    .execute();

export async function deletePastPlaces(tx: Db, learnerid: string): Promise<void> {
  await tx.deleteFrom('pastplaces').where('learnerid', '=', learnerid).execute();
}
