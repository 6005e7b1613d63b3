import { sql } from 'kysely';
import type { GuestKind } from '#contract/catchups/calls.ts';
import { inChunks } from '#server/database/lists/batches.ts';
import { prepared } from '#server/database/prepared.ts';
import type { Db } from '#server/database/schema.ts';

type Ending = {
  lessonids: readonly string[];
  /** Of one learner alone. */
  learnerid?: string;
  /** Why they were to come. */
  kind?: GuestKind;
  now: number;
};

/**
 * Takes guests out of lessons, those who were to catch up or to try them, all of them or one, and notes that they were to come:
 * their calendars have the lesson, which is cancelled there from now on.
 */
export async function endGuests(
  tx: Db,
  { lessonids, learnerid, kind = 'catchup', now }: Ending,
): Promise<void> {
  await inChunks(lessonids, async (ids) => {
    await tx
      .insertInto('formerguests')
      .columns(['lessonid', 'learnerid', 'times', 'endedat'])
      .expression(
        tx
          .selectFrom('guests')
          .select(['lessonid', 'learnerid'])
          .select([sql<number>`1`.as('times'), sql<number>`cast(${now} as bigint)`.as('endedat')])
          .where('lessonid', 'in', ids)
          .where('kind', '=', kind)
          .$if(learnerid !== undefined, (of) => of.where('learnerid', '=', learnerid ?? '')),
      )
      .onConflict((on) =>
        on.columns(['lessonid', 'learnerid']).doUpdateSet((of) => ({
          times: sql`formerguests.times + 1`,
          endedat: of.ref('excluded.endedat'),
        })),
      )
      .execute();
    await tx
      .deleteFrom('guests')
      .where('lessonid', 'in', ids)
      .where('kind', '=', kind)
      .$if(learnerid !== undefined, (of) => of.where('learnerid', '=', learnerid ?? ''))
      .execute();
    return [];
  });
}

/**
 * Ends what a learner was to catch up in lessons of a class from a moment on, at which they have got a place
 * there: these are lessons of their own now. The right that led to it is there again. A trial ends by its order.
 * The caller has locked the class.
 */
export async function endGuestsOfClass(
  tx: Db,
  { learnerid, classid, from }: { learnerid: string; classid: string; from: number },
): Promise<void> {
  const found = await comingGuests(tx, { learnerid, classid, from });
  if (found.length === 0) return;
  await endGuests(tx, { lessonids: found.map(({ lessonid }) => lessonid), learnerid, now: from });
}

const comingGuests = prepared(
  (tx, { learnerid, classid, from }: { learnerid: string; classid: string; from: number }) =>
    tx
      .selectFrom('guests')
      .innerJoin('lessons', 'lessons._id', 'guests.lessonid')
      .select('guests.lessonid')
      .where('guests.learnerid', '=', learnerid)
      .where('guests.kind', '=', 'catchup')
      .where('lessons.classid', '=', classid)
      .where('lessons.startsat', '>=', from),
);
