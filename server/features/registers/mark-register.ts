import type * as z from 'zod';
import type { Mark } from '#contract/registers/schema.ts';
import type { Caller } from '#server/auth/queries.ts';
import { newId } from '#server/database/ids.ts';
import type { ReadSchool } from '#server/database/rows/school-row.ts';
import type { Db, NewRow } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { loseCatchUps } from '#server/features/catchups/index.ts';
import { lockTimetable } from '#server/features/lessons/index.ts';
import { notifyWebhooks } from '#server/features/webhooks/index.ts';
import { AppError, ensure } from '#server/http/errors.ts';
import { type FoundRow, findRows, type RegisterLesson, writeMarks } from './queries.ts';
import { obstacleTo, requireRegister } from './require-register.ts';

export type RegisterOptions = { db: Db; readSchool: ReadSchool; now: () => number };

type Marked = z.output<typeof Mark>;
type Marking = { id: string; caller: Pick<Caller, '_id' | 'role'> };

/**
 * Marks learners of a lesson, and gives all of them as they are then, with those of whom a newer mark says
 * something else. Of two marks of one learner in the same body the last counts. The same body twice changes
 * nothing. Throws `lesson-not-found`, `forbidden`, `lesson-cancelled`, `too-early`, `register-closed`, and
 * `not-in-lesson`, with which nothing is written.
 */
export async function markRegister(
  { db, readSchool, now }: RegisterOptions,
  marks: readonly Marked[],
  { id, caller }: Marking,
) {
  const school = await readSchool();
  return transact(db, async (tx) => {
    const moment = now();
    const asking = { caller, school, now: moment };
    const { classid } = await requireRegister(tx, id, asking);
    // Who has locked the class keeps its lessons and who is in it; two who mark come one after the other.
    await lockTimetable(tx, { classids: [classid] });
    const lesson = await requireRegister(tx, id, asking);
    const obstacle = obstacleTo(lesson, asking);
    if (obstacle) throw new AppError(obstacle);
    const rows = new Map((await findRows(tx, lesson)).map((row) => [row.learnerid, row]));
    const last = new Map(marks.map((mark) => [mark.learnerid, mark]));
    const compared = [...last.values()].map((mark) => {
      const row = rows.get(mark.learnerid);
      ensure(row, 'not-in-lesson');
      return compare(row, mark, moment);
    });
    const taken = compared.filter(({ becomes }) => becomes === 'another' || becomes === 'confirmed');
    await writeMarks(
      tx,
      taken.map((one) => ({ ...markOf(one, moment), lessonid: lesson._id, byid: caller._id })),
    );
    // Who came after all has missed nothing.
    const came = taken.flatMap(({ mark: { learnerid, state } }) => (state === 'absent' ? [] : [learnerid]));
    await loseCatchUps(tx, { lessonid: lesson._id, learnerids: came, now: moment });
    if (compared.some(({ becomes }) => becomes === 'another')) await notifySaved(tx, lesson, moment);
    return {
      servertime: moment,
      rows: taken.length > 0 ? await findRows(tx, lesson) : [...rows.values()],
      older: compared.flatMap(({ becomes, mark }) => (becomes === 'older' ? [mark.learnerid] : [])),
    };
  });
}

/** Each save is a message of its own; one that changed nothing is none. */
async function notifySaved(tx: Db, { _id: lessonid, classid }: RegisterLesson, now: number): Promise<void> {
  const happening = { type: 'register.saved' as const, timestamp: now, data: { lessonid, classid } };
  await notifyWebhooks(tx, happening, { ref: newId(now) });
}

type Compared = {
  row: FoundRow;
  mark: Marked & { note: string | null };
  becomes: 'another' | 'confirmed' | 'nothing' | 'older';
};

/** What becomes of a mark beside the one that stands. A device whose clock is ahead marks at this moment. */
function compare(row: FoundRow, { note: said, ...sent }: Marked, now: number): Compared {
  const isAhead = sent.markedat > now;
  const markedat = isAhead ? now : sent.markedat;
  const note = said === undefined ? row.teachernote : said || null;
  const mark = { ...sent, markedat, note };
  const isSame = row.state === sent.state && row.teachernote === note;
  const isNewer = row.markedat === null || markedat > row.markedat;
  // Said again by a clock that is ahead, it would be newer each time.
  if (isSame) return { row, mark, becomes: isNewer && !isAhead ? 'confirmed' : 'nothing' };
  return { row, mark, becomes: isNewer || markedat === row.markedat ? 'another' : 'older' };
}

/** A later mark that says the same is no change that others are shown, and makes those before it older. */
function markOf(
  { row, mark, becomes }: Compared,
  now: number,
): Omit<NewRow<'attendance'>, 'lessonid' | 'byid'> {
  const version = becomes === 'another' ? row.version + 1 : row.version;
  return { ...mark, version, changedat: now };
}
