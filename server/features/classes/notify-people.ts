import { sql } from 'kysely';
import type { Db } from '#server/database/schema.ts';
import { type Letter, plainName, quoted } from '#server/jobs/letter.ts';
import {
  accountOf,
  admins,
  deleteUnsentMails,
  insertMails,
  insertNewMails,
  type Recipients,
} from '#server/jobs/outbox.ts';
import { type ClassRow, hasPendingClass } from './queries.ts';

/*
 * Mails about a class to teachers, students and admins, in the transaction in which it happens. No one is
 * told of what they did themselves. A class's version makes two decisions two mails.
 */

/** Who does what is told, and when (epoch milliseconds). */
type Told = { actor: { _id: string } | null; now: number };

const HOUR_MS = 60 * 60_000;
const MY_CLASSES = { label: 'Open my classes', href: '/instructor/myclass' };

const refOf = ({ _id, version }: ClassRow) => `${_id}-${version}`;

async function notifyTeacher(
  tx: Db,
  userid: string | null,
  { actor, ...mail }: Told & Parameters<typeof insertMails>[2],
): Promise<void> {
  if (userid !== null && userid !== actor?._id) await insertMails(tx, accountOf(userid), mail);
}

/** Tells the teacher that a class is on the public list. */
export async function notifyApproved(tx: Db, approved: ClassRow, told: Told): Promise<void> {
  const { classname, instructorid } = approved;
  await notifyTeacher(tx, instructorid, {
    ...told,
    kind: 'class-approved',
    ref: refOf(approved),
    subject: `${classname} is approved`,
    letter: {
      reader: 'teacher',
      paragraphs: [
        `Your class ${classname} is approved: it is on the school’s public list, and students can enrol.`,
      ],
      button: MY_CLASSES,
    },
  });
}

/** Tells the teacher that a class is not, or no longer, on the public list, and why. */
export async function notifyDenied(
  tx: Db,
  denied: ClassRow,
  { wasApproved, reason, ...told }: Told & { wasApproved: boolean; reason: string | undefined },
): Promise<void> {
  const { classname, instructorid } = denied;
  const words = wasApproved
    ? `Your class ${classname} was taken off the school’s public list. Students who are enrolled keep their place.`
    : `Your class ${classname} was not approved.`;
  await notifyTeacher(tx, instructorid, {
    ...told,
    kind: 'class-denied',
    ref: refOf(denied),
    subject: wasApproved ? `${classname} was taken off the list` : `${classname} was not approved`,
    letter: {
      reader: 'teacher',
      paragraphs: [
        words,
        ...(reason ? ['The school wrote:', quoted(reason)] : []),
        'You can change the class and submit it again.',
      ],
      button: MY_CLASSES,
    },
  });
}

/** Tells the teacher what an admin wrote about a class. */
export async function notifyFeedback(
  tx: Db,
  { _id, classname, instructorid }: ClassRow,
  { feedback, ...told }: Told & { feedback: string },
): Promise<void> {
  await notifyTeacher(tx, instructorid, {
    ...told,
    kind: 'class-feedback',
    ref: `${_id}-${told.now}`,
    subject: `Feedback on ${classname}`,
    letter: {
      reader: 'teacher',
      paragraphs: [`The school wrote to you about ${classname}:`, quoted(feedback)],
      button: MY_CLASSES,
    },
  });
}

/** Tells who taught a class and who teaches it now, and those who take it. */
export async function notifyHandedOver(
  tx: Db,
  before: ClassRow,
  handed: ClassRow,
  told: Told,
): Promise<void> {
  const { classname, instructorname } = handed;
  const mail = { ...told, kind: 'class-handed-over', ref: refOf(handed) };
  const facts: Letter['facts'] = [
    ['Class', classname],
    ['Students', String(handed.enrolledstudents)],
  ];
  await notifyTeacher(tx, handed.instructorid, {
    ...mail,
    subject: `${classname} is now your class`,
    letter: {
      reader: 'teacher',
      paragraphs: [`The school has handed ${classname} over to you: you teach it from now on.`],
      facts,
      button: MY_CLASSES,
    },
  });
  await notifyTeacher(tx, before.instructorid, {
    ...mail,
    subject: `${classname} has another teacher now`,
    letter: {
      reader: 'teacher',
      paragraphs: [
        `The school has handed ${classname} over to ${plainName(instructorname)}. You do not teach it any more.`,
      ],
      facts,
      button: MY_CLASSES,
    },
  });
  await notifyChanged(tx, before, handed, told);
}

/** What of a class matters to those who take it; what they paid, they paid. */
const MATTERS = [
  ['classname', 'Name'],
  ['instructorname', 'Teacher'],
  ['level', 'Level'],
  ['group', 'Group'],
] as const;

const changeMail = (classid: string, hour: number) => ({ kind: 'class-changed', ref: `${classid}-${hour}` });

/**
 * Tells those who take a class what is another now, where it matters to them: the first change of an hour at
 * once, all others by one mail when the hour is over, which says what the class is then. So a teacher who
 * changes a name back and forth does not cause a mail each time.
 */
export async function notifyChanged(
  tx: Db,
  before: ClassRow,
  after: ClassRow,
  { actor, now }: Told,
): Promise<void> {
  const changed = MATTERS.filter(([column]) => before[column] !== after[column]);
  if (changed.length === 0 || after.enrolledstudents === 0) return;
  const hour = Math.floor(now / HOUR_MS);
  const mail = changeMail(after._id, hour);
  const button = { label: 'Open my classes', href: '/student/class/enrolled' };
  if (!(await isTold(tx, mail))) {
    const { classname } = before;
    await notifyStudents(tx, after, {
      actor,
      family: `${classname} has changed. The place is kept.`,
      ...mail,
      subject: `${classname} has changed`,
      letter: {
        reader: 'student',
        paragraphs: [`${classname}, a class that you take, has changed. You keep your place.`],
        facts: changed.map(([column, label]) => [label, `${after[column]} (before: ${before[column]})`]),
        button,
      },
      now,
    });
    return;
  }
  const { classname } = after;
  const later = changeMail(after._id, hour + 1);
  await deleteUnsentMails(tx, later);
  await notifyStudents(tx, after, {
    actor,
    family: 'A class has changed again. The place is kept. This is what it is now:',
    ...later,
    subject: `A class that you take has changed again: ${classname}`,
    letter: {
      reader: 'student',
      paragraphs: ['A class that you take has changed again. You keep your place. This is what it is now:'],
      facts: MATTERS.map(([column, label]) => [label, after[column]]),
      button,
    },
    dueat: (hour + 1) * HOUR_MS,
    now,
  });
}

/**
 * Tells those who take a class, and who teaches it, that it is offered no more; `lessons` is how many are
 * cancelled with it.
 */
export async function notifyDeleted(
  tx: Db,
  deleted: ClassRow,
  { lessons, ...told }: Told & { lessons: number },
): Promise<void> {
  const { _id: ref, classname, enrolledstudents, instructorid, status } = deleted;
  const { actor, now } = told;
  if (status !== 'approved' && enrolledstudents === 0) {
    await notifyTeacher(tx, instructorid, {
      ...told,
      kind: 'class-deleted',
      ref,
      subject: `${classname} was deleted`,
      letter: {
        reader: 'teacher',
        paragraphs: [`The school has deleted your class ${classname}, which was not on its list.`],
        button: MY_CLASSES,
      },
    });
    return;
  }
  const mail = { kind: 'class-deleted', ref, subject: `${classname} is no longer offered`, now };
  await deleteUnsentMails(tx, changeMail(ref, Math.floor(now / HOUR_MS) + 1));
  const words = `The school has taken ${classname} off its list: no one else can enrol.`;
  const cancelled: Letter['facts'] = lessons > 0 ? [['Lessons that are cancelled', String(lessons)]] : [];
  if (enrolledstudents > 0)
    await notifyStudents(tx, deleted, {
      actor,
      family: `${words} Enrolled students stay enrolled, and their receipts stay where they are. Please ask the school what happens with the lessons.`,
      ...mail,
      letter: {
        reader: 'student',
        facts: cancelled,
        paragraphs: [
          words,
          'You stay enrolled, and your receipt stays where it is. Please ask the school what happens with your lessons.',
        ],
        button: { label: 'Open my classes', href: '/student/class/enrolled' },
      },
    });
  await notifyTeacher(tx, instructorid, {
    ...mail,
    actor,
    letter: {
      reader: 'teacher',
      paragraphs: [words],
      facts: [['Students who stay enrolled', String(enrolledstudents)], ...cancelled],
      button: MY_CLASSES,
    },
  });
}

/**
 * Mails to the students of a class and to the payers and guardians of its children: one mail each, which
 * says it in the words of `family` and names the children.
 */
async function notifyStudents(
  tx: Db,
  { _id }: ClassRow,
  { actor, family, ...mail }: Told & Parameters<typeof insertMails>[2] & { family: string },
): Promise<void> {
  await insertMails(tx, studentsOf(_id, actor), mail);
  const letter: Letter = { ...mail.letter, reader: 'account', paragraphs: [family] };
  for (const [userid, about] of await findWhoGetsMail(tx, _id))
    if (userid !== actor?._id)
      await insertMails(tx, accountOf(userid), { ...mail, letter: { ...letter, about } });
}

/** Who takes a class themselves. */
const studentsOf = (classid: string, actor: Told['actor']): Recipients =>
  sql`users._id in (select learners.userid from enrolments join learners on learners._id = enrolments.learnerid
    where enrolments.classid = ${classid} and learners.self = 1) and users._id <> ${actor?._id ?? ''}`;

/** By account, those of a class whom it looks after. */
async function findWhoGetsMail(tx: Db, classid: string): Promise<ReadonlyMap<string, string[]>> {
  const enrolled = tx
    .selectFrom('enrolments')
    .innerJoin('learners', 'learners._id', 'enrolments.learnerid')
    .where('enrolments.classid', '=', classid)
    .select('learners._id');
  const told = await enrolled
    .select('learners.userid')
    .where('learners.self', '=', 0)
    .unionAll(
      enrolled
        .innerJoin('guardians', 'guardians.learnerid', 'learners._id')
        .select('guardians.userid')
        .where('guardians.getsmail', '=', 1),
    )
    .execute();
  const byAccount = new Map<string, string[]>();
  for (const { _id, userid } of told)
    if (userid !== null) byAccount.set(userid, [...(byAccount.get(userid) ?? []), _id]);
  return byAccount;
}

const WAITING = 'class-waiting';

/**
 * Tells the other admins that a class waits to be decided on: the first of an hour at once, all others by one
 * mail when the hour is over.
 */
export async function notifyWaiting(
  tx: Db,
  { classname }: Pick<ClassRow, 'classname'>,
  { actor, now }: Told,
): Promise<void> {
  const hour = Math.floor(now / HOUR_MS);
  const mail = { kind: WAITING, now };
  const button = { label: 'Open the list of classes', href: '/admin/manageclass' };
  const isFirst = !(await isTold(tx, { kind: WAITING, ref: String(hour) }));
  const told =
    isFirst &&
    (await insertNewMails(tx, admins({ except: actor?._id }), {
      ...mail,
      ref: String(hour),
      subject: `A class is waiting: ${classname}`,
      letter: {
        reader: 'admin',
        paragraphs: [`${classname} is waiting for a decision: approve it, or say what is missing.`],
        button,
      },
    }));
  if (told) return;
  await insertMails(tx, admins({ except: actor?._id }), {
    ...mail,
    ref: String(hour + 1),
    subject: 'More classes are waiting',
    letter: {
      reader: 'admin',
      paragraphs: ['More classes are waiting for a decision: approve them, or say what is missing.'],
      button,
    },
    dueat: (hour + 1) * HOUR_MS,
  });
}

const isTold = async (tx: Db, { kind, ref }: { kind: string; ref: string }): Promise<boolean> =>
  (await tx
    .selectFrom('mails')
    .select('_id')
    .where('kind', '=', kind)
    .where('ref', '=', ref)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Takes back what is no longer true once the last class that waited is decided on. */
export async function untellWaiting(tx: Db, now: number): Promise<void> {
  if (await hasPendingClass(tx)) return;
  const hour = Math.floor(now / HOUR_MS);
  for (const ref of [hour, hour + 1]) await deleteUnsentMails(tx, { kind: WAITING, ref: String(ref) });
}
