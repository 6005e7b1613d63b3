import type { GuestKind } from '#contract/catchups/calls.ts';
import { wallTimeAt } from '#contract/time/wall-time.ts';
import { findAddresses } from '#server/auth/queries.ts';
import { chunksOf } from '#server/database/lists/batches.ts';
import type { ReadSchool } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import type { Job } from '#server/jobs/jobs.ts';
import { type Label, type Letter, type Said, say, type Value } from '#server/jobs/letter.ts';
import { deleteUnsentBefore, deleteUnsentMails, insertMailsToEach } from '#server/jobs/outbox.ts';
import * as queries from './reminder-queries.ts';

const MINUTE_MS = 60_000;
/** On the school's clocks: from then on those with a lesson the next day are reminded. */
const EVENING = '18:00';
const KIND = 'lessons-tomorrow';
const LESSONS_AT_ONCE = 20;
const LEARNERS_AT_ONCE = 200;

type Options = { db: Db; now: () => number; readSchool: ReadSchool };

/** The job that reminds families of the lessons of the next day, the evening before. */
export const reminderJob = (options: Options): Job => ({
  name: 'reminders',
  everyMs: 5 * MINUTE_MS,
  run: () => remindSome(options),
});

/**
 * Writes reminders of the next few lessons; gives how many lessons it looked at. Each account gets one mail
 * for all its lessons of the day, whichever comes first. How far it came is kept, so that a process that
 * dies, or a second one, neither reminds twice nor leaves a learner out.
 */
async function remindSome({ db, now, readSchool }: Options): Promise<number> {
  const { timezone = 'UTC' } = await readSchool();
  const moment = now();
  const [today = '', time = ''] = wallTimeAt(moment, timezone).split('T');
  // What could not be sent in time would come too late.
  await deleteUnsentBefore(db, {
    kind: KIND,
    ref: Temporal.PlainDate.from(today).add({ days: 1 }).toString(),
  });
  if (time < EVENING) return 0;
  const span = dayAfter(today, timezone);
  return transact(db, async (tx) => {
    const kept = await queries.findProgress(tx);
    const progress = queries.progressIn(kept);
    const after = progress?.day === span.day ? progress.after : undefined;
    const lessons = await queries.findLessonsAfter(tx, span, after, LESSONS_AT_ONCE);
    const last = lessons.at(-1);
    if (!last) return 0;
    const until = { startsat: Number(last.startsat), _id: last._id };
    if (!(await queries.updateProgress(tx, { kept, progress: { day: span.day, after: until } }))) return 0;
    const classids = [...new Set(lessons.map(({ classid }) => classid))];
    const lessonids = lessons.map(({ _id }) => _id);
    const coming = [
      ...(await queries.findEnrolled(tx, classids)),
      ...(await queries.findGuests(tx, lessonids)),
    ];
    for (const some of chunksOf(coming, LEARNERS_AT_ONCE)) await remind(tx, some, { ...span, now: moment });
    return lessons.length;
  });
}

function dayAfter(today: string, timeZone: string) {
  const day = Temporal.PlainDate.from(today).add({ days: 1 });
  const beginOf = (date: Temporal.PlainDate) => date.toZonedDateTime({ timeZone }).epochMilliseconds;
  return { day: day.toString(), from: beginOf(day), until: beginOf(day.add({ days: 1 })) };
}

type Evening = queries.Span & { day: string; now: number };

/** Writes to all who get mail of these learners, of all the lessons that they have to know of. */
async function remind(
  tx: Db,
  learners: readonly { learnerid: string; userid: string | null }[],
  { day, now, ...span }: Evening,
): Promise<void> {
  const guardians = await queries.findGuardiansOf(
    tx,
    learners.map(({ learnerid }) => learnerid),
  );
  const readers = [...new Set([...learners, ...guardians].flatMap(({ userid }) => userid ?? []))];
  for (const userids of chunksOf(readers, LEARNERS_AT_ONCE)) {
    const theirs = await queries.findLearnersOf(tx, userids);
    if (theirs.length === 0) continue;
    const lessons = await queries.shareLessonsOf(
      tx,
      theirs.map(({ learnerid }) => learnerid),
      span,
    );
    const byLearner = Map.groupBy(lessons, ({ learnerid }) => learnerid);
    const mails = [...Map.groupBy(theirs, ({ userid }) => userid ?? '')].flatMap(([userid, family]) => {
      const taking = family.flatMap(({ learnerid, self }) => {
        const some = byLearner.get(learnerid);
        return some ? [{ learnerid, self, lessons: some }] : [];
      });
      return taking.length > 0 ? [{ userid, ...reminderOf(taking) }] : [];
    });
    await insertMailsToEach(tx, mails, { kind: KIND, ref: day, now });
  }
}

type Lesson = {
  _id: string;
  startsat: number;
  classname: string;
  room: string | null;
  /** Why the learner comes to it as a guest; null where it is one of their class. */
  guest: GuestKind | null;
};
type Taking = { learnerid: string; self: 0 | 1; lessons: readonly Lesson[] };

function reminderOf(taking: readonly Taking[]): { subject: Said; letter: Letter } {
  const [first] = taking;
  const isOne = taking.length === 1;
  const rows = taking
    .flatMap(({ learnerid, lessons }) => lessons.map((lesson) => ({ learnerid, lesson })))
    .sort((a, b) => a.lesson.startsat - b.lesson.startsat);
  const facts = rows.map(({ learnerid, lesson }) => {
    const { classname } = lesson;
    const label: Label = isOne ? classname : { learner: learnerid };
    const said = saidOf(lesson);
    return [label, isOne ? said : say('lessons.mail_said_of_class', { class: classname, said })] as const;
  });
  const classnames = [...new Set(rows.map(({ lesson }) => lesson.classname))];
  return {
    subject: say('lessons.mail_tomorrow', { classes: classnames.join(', ') }),
    letter: {
      reader: isOne && first?.self === 1 ? 'student' : 'account',
      paragraphs: [say('lessons.mail_there_is_tomorrow', { count: rows.length })],
      facts,
      about: taking.map(({ learnerid }) => learnerid),
      button: { label: say('lessons.mail_open_week'), href: '/student/week' },
      notes: [say('lessons.mail_no_reminders', { page: { path: '/account/family' } })],
    },
  };
}

/** When and where it is, and why a guest comes to it. */
function saidOf({ startsat, room, guest }: Lesson): Value {
  const moment = { moment: startsat };
  const said = room === null ? moment : say('lessons.mail_in_room', { moment, room });
  return guest === null ? said : say('lessons.mail_as_guest', { said, kind: guest });
}

/**
 * Takes back reminders of these days that are not sent yet, because they are no longer true; they are written
 * afresh.
 */
export async function withdrawReminders(tx: Db, days: readonly string[]): Promise<void> {
  let withdrawn = 0;
  for (const ref of new Set(days)) withdrawn += await deleteUnsentMails(tx, { kind: KIND, ref });
  if (withdrawn > 0) await queries.deleteProgress(tx);
}

type Coming = { learnerid: string; days: readonly string[]; zone: string; now: number };

/**
 * Writes afresh what tells of the lessons of a learner, who comes to others of these days now, and is not sent
 * yet. A family that was reminded already gets nothing more.
 */
export async function rewriteReminders(tx: Db, { learnerid, days, zone, now }: Coming): Promise<void> {
  const [today = ''] = wallTimeAt(now, zone).split('T');
  const span = dayAfter(today, zone);
  if (!days.includes(span.day)) return;
  // Another process may be writing them: it is done, or begins once this is committed.
  await queries.lockProgress(tx);
  const learners = await queries.findLearners(tx, [learnerid]);
  const guardians = await queries.findGuardiansOf(tx, [learnerid]);
  const addresses = await findAddresses(
    tx,
    [...learners, ...guardians].map(({ userid }) => userid),
  );
  let withdrawn = 0;
  for (const recipient of new Set(addresses.values()))
    withdrawn += await deleteUnsentMails(tx, { kind: KIND, ref: span.day, recipient });
  if (withdrawn > 0) await remind(tx, learners, { ...span, now });
}
