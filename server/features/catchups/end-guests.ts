import { sql } from 'kysely';
import type { GuestKind } from '#contract/catchups/calls.ts';
import { inChunks } from '#server/database/lists/batches.ts';
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
