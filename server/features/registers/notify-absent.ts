import type { InZone, ReadSchool } from '#server/database/rows/school-row.ts';
import { schoolDay } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import type { Job } from '#server/jobs/jobs.ts';
import { type Letter, type Said, say } from '#server/jobs/letter.ts';
import { insertMailsToEach } from '#server/jobs/outbox.ts';
import * as queries from './absent-queries.ts';

const MINUTE_MS = 60_000;
/** So long a mark can be corrected before a family reads of it. */
const WAIT_MS = 10 * MINUTE_MS;
const LESSONS_AT_ONCE = 200;
const KIND = 'absent';

type Options = { db: Db; now: () => number; readSchool: ReadSchool };

/** The job that asks families where a learner was who was absent without notice. */
export const absentJob = (options: Options): Job => ({
  name: 'absent',
  everyMs: MINUTE_MS,
  run: () => notifyDue(options),
});

/**
 * Writes mails about absences that were marked ten minutes ago, in lessons that have begun as long; gives how
 * many marks were decided. That is written with each mark, in the transaction that writes the mails.
 */
async function notifyDue({ db, now, readSchool }: Options): Promise<number> {
  const moment = now();
  const due = await queries.findLessonsWithAbsent(db, { until: moment - WAIT_MS, limit: LESSONS_AT_ONCE });
  if (due.length === 0) return 0;
  const school = await readSchool();
  let decided = 0;
  for (const { lessonid } of due)
    decided += await transact(db, (tx) => notifyOfLesson(tx, lessonid, { school, now: moment }));
  return decided;
}

type Moment = { school: InZone; now: number };

async function notifyOfLesson(tx: Db, lessonid: string, { school, now }: Moment): Promise<number> {
  const until = now - WAIT_MS;
  // It is neither cancelled nor moved until the transaction ends.
  const lesson = await queries.shareLesson(tx, lessonid);
  if (!lesson || lesson.startsat > until) return 0;
  const open = await queries.findUntold(tx, lessonid);
  const learnerids = open.map(({ learnerid }) => learnerid);
  const readers = Map.groupBy(await queries.findReaders(tx, learnerids), ({ learnerid }) => learnerid);
  const accountsOf = (learnerid: string) => (readers.get(learnerid) ?? []).map(({ userid }) => userid);
  // A family reads of all its children in the lesson at once.
  const waiting = new Set(
    open.flatMap(({ learnerid, changedat }) => (changedat > until ? accountsOf(learnerid) : [])),
  );
  const due = open.filter(
    ({ learnerid, changedat }) =>
      changedat <= until && !accountsOf(learnerid).some((userid) => waiting.has(userid)),
  );
  const decided = await queries.markTold(tx, due, { lessonid, until, now });
  if (lesson.state === 'cancelled' || isLate(lesson, { school, now })) return decided.length;
  const noticed = await queries.findNoticed(tx, lessonid, decided);
  const members = await queries.findMembers(tx, lessonid);
  const absent = decided.flatMap((id) =>
    noticed.has(id) || !members.has(id) ? [] : (readers.get(id) ?? []),
  );
  const mails = [...Map.groupBy(absent, ({ userid }) => userid)].map(([userid, family]) => ({
    userid,
    ...letterOf(lesson, family),
  }));
  await insertMailsToEach(tx, mails, { kind: KIND, ref: `${lessonid} ${now}`, now });
  return decided.length;
}

/** A device without network may send its marks days later: no family is asked then where their child was. */
function isLate({ day }: Pick<queries.AbsentLesson, 'day'>, { school, now }: Moment): boolean {
  const today = Temporal.PlainDate.from(schoolDay(school, now));
  return Temporal.PlainDate.compare(day, today.subtract({ days: 1 })) < 0;
}

function letterOf(
  { classname, startsat }: queries.AbsentLesson,
  family: readonly queries.Reader[],
): { subject: Said; letter: Letter } {
  return {
    subject: say('attendance.mail_absent', { class: classname }),
    letter: {
      reader: family.every(({ self }) => self === 1) ? 'student' : 'account',
      paragraphs: [say('attendance.mail_no_notice')],
      facts: [[classname, { moment: startsat }]],
      about: family.map(({ learnerid }) => learnerid),
      button: { label: say('lessons.mail_open_week'), href: '/student/week' },
      notes: [say('attendance.mail_mistake'), say('attendance.mail_next_time')],
    },
  };
}
