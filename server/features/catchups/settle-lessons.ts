import { sql } from 'kysely';
import { chunksOf, inChunks } from '#server/database/lists/batches.ts';
import type { Db, Row } from '#server/database/schema.ts';
import { endGuests } from './end-guests.ts';
import { type GuestNews, notifyGuests } from './notify-guests.ts';
import { untilOf } from './until.ts';

type Lesson = Row<'lessons'>;
/** Lessons as they were, by id, and those of them that were changed, as they are. */
type Settling = { before: ReadonlyMap<string, Lesson>; after: readonly Lesson[]; now: number };

/**
 * What follows for those who said that they cannot come to lessons, and for guests, wherever lessons are
 * written. No learner misses a lesson that is cancelled; guests of it have their right again, with as
 * much time as a lesson of that day that is missed. Guests of one that is moved stay, and may give the place
 * up until it ends. The guests' families are told. The caller has locked the classes.
 */
export async function settleLessons(tx: Db, { before, after, now }: Settling): Promise<void> {
  const changed = after.flatMap((lesson) => {
    const was = before.get(lesson._id);
    const what = was && changeOf(was, lesson);
    return what ? [{ what, before: was, after: lesson }] : [];
  });
  if (changed.length === 0) return;
  const cancelled = changed.filter(({ what }) => what === 'cancelled');
  const moved = changed.filter(({ what }) => what === 'moved');
  await deleteNotices(tx, idsOf(cancelled));
  const guests = await findGuests(tx, idsOf(changed));
  if (guests.length === 0) return;
  const guestsOf = Map.groupBy(guests, ({ lessonid }) => lessonid);
  const visited = changed.filter(({ after: { _id } }) => guestsOf.has(_id));
  const names = await findClassNames(
    tx,
    visited.map(({ after: lesson }) => lesson),
  );
  const news = visited.flatMap((change): GuestNews[] => {
    const classname = names.get(change.after.classid) ?? '';
    return (guestsOf.get(change.after._id) ?? []).map((guest) => ({
      ...guest,
      ...change,
      classname,
      until: undefined,
    }));
  });
  await renewRights(tx, news);
  await endGuests(tx, { lessonids: idsOf(cancelled), now });
  await noteMoved(tx, idsOf(moved), now);
  await notifyGuests(tx, news, now);
}

const idsOf = (changes: readonly { after: Lesson }[]) => changes.map(({ after }) => after._id);

function changeOf(before: Lesson, after: Lesson): 'cancelled' | 'moved' | undefined {
  if (before.state === 'cancelled') return undefined;
  if (after.state === 'cancelled') return 'cancelled';
  return before.startsat !== after.startsat || before.endsat !== after.endsat ? 'moved' : undefined;
}

async function findRule(tx: Db) {
  const school = await tx.selectFrom('school').select(['timezone', 'catchupweeks']).executeTakeFirst();
  return { weeks: school?.catchupweeks ?? 0, zone: school?.timezone ?? 'UTC' };
}

async function deleteNotices(tx: Db, lessonids: readonly string[]): Promise<void> {
  await inChunks(lessonids, async (ids) => {
    await tx.deleteFrom('absences').where('lessonid', 'in', ids).execute();
    return [];
  });
}

type Guest = Pick<GuestNews, 'lessonid' | 'learnerid' | 'fromlessonid'>;

const findGuests = (tx: Db, lessonids: readonly string[]): Promise<Guest[]> =>
  inChunks(lessonids, (ids) =>
    tx
      .selectFrom('guests')
      .select(['lessonid', 'learnerid', 'fromlessonid'])
      .where('lessonid', 'in', ids)
      .where('kind', '=', 'catchup')
      .execute(),
  );

async function findClassNames(tx: Db, lessons: readonly Lesson[]): Promise<ReadonlyMap<string, string>> {
  const classids = [...new Set(lessons.map(({ classid }) => classid))];
  const classes = await inChunks(classids, (ids) =>
    tx.selectFrom('classes').select(['_id', 'classname']).where('_id', 'in', ids).execute(),
  );
  return new Map(classes.map(({ _id, classname }) => [_id, classname]));
}

/** How many rights a statement names. */
const AT_ONCE = 100;

/**
 * Gives the rights that led to places in cancelled lessons at least as much time as one for a lesson of their
 * day, and notes until when that is. There is none where the missed lesson itself was cancelled since.
 */
async function renewRights(tx: Db, news: readonly GuestNews[]): Promise<void> {
  const { weeks, zone } = await findRule(tx);
  const lost = news.filter(({ what, fromlessonid }) => what === 'cancelled' && fromlessonid !== null);
  for (const [day, some] of Map.groupBy(lost, ({ before }) => before.day)) {
    const until = untilOf(day, { weeks, zone });
    for (const rights of chunksOf(some, AT_ONCE)) {
      const renewed = await tx
        .updateTable('absences')
        .set({ until: sql<number>`case when until > ${until} then until else ${until} end` })
        .where('earned', '=', 1)
        .where((of) =>
          of.or(
            rights.map(({ fromlessonid, learnerid }) => of.and({ lessonid: fromlessonid ?? '', learnerid })),
          ),
        )
        .returning(['lessonid', 'learnerid', 'until'])
        .execute();
      for (const one of rights)
        one.until =
          renewed.find(
            ({ lessonid, learnerid }) => lessonid === one.fromlessonid && learnerid === one.learnerid,
          )?.until ?? undefined;
    }
  }
}

async function noteMoved(tx: Db, lessonids: readonly string[], now: number): Promise<void> {
  await inChunks(lessonids, async (ids) => {
    await tx.updateTable('guests').set({ movedat: now }).where('lessonid', 'in', ids).execute();
    return [];
  });
}
