import { sql } from 'kysely';
import { reasonIdOf } from '#contract/messages/reasons.ts';
import type { Db } from '#server/database/schema.ts';
import {
  type Letter,
  quoted,
  reasonSaid,
  say,
  teacherSaid,
  type Value,
  type Words,
} from '#server/jobs/letter.ts';
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
const MY_CLASSES = { label: say('mails.open_my_classes'), href: '/instructor/myclass' };

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
    subject: say('classes.mail_approved', { class: classname }),
    letter: {
      reader: 'teacher',
      paragraphs: [say('classes.mail_is_approved', { class: classname })],
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
  const named = { class: classname };
  await notifyTeacher(tx, instructorid, {
    ...told,
    kind: 'class-denied',
    ref: refOf(denied),
    subject: say(wasApproved ? 'classes.mail_taken_off' : 'classes.mail_not_approved', named),
    letter: {
      reader: 'teacher',
      paragraphs: [
        say(wasApproved ? 'classes.mail_was_taken_off' : 'classes.mail_was_not_approved', named),
        ...(reason ? [say('classes.mail_school_wrote'), quoted(reason)] : []),
        say('classes.mail_submit_again'),
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
    subject: say('classes.mail_feedback', { class: classname }),
    letter: {
      reader: 'teacher',
      paragraphs: [say('classes.mail_school_wrote_about', { class: classname }), quoted(feedback)],
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
    [say('mails.class'), classname],
    [say('classes.mail_students'), String(handed.enrolledstudents)],
  ];
  await notifyTeacher(tx, handed.instructorid, {
    ...mail,
    subject: say('classes.mail_now_yours', { class: classname }),
    letter: {
      reader: 'teacher',
      paragraphs: [say('classes.mail_handed_to_you', { class: classname })],
      facts,
      button: MY_CLASSES,
    },
  });
  await notifyTeacher(tx, before.instructorid, {
    ...mail,
    subject: say('classes.mail_another_teacher', { class: classname }),
    letter: {
      reader: 'teacher',
      paragraphs: [
        say('classes.mail_handed_over', { class: classname, teacher: teacherSaid(instructorname) }),
      ],
      facts,
      button: MY_CLASSES,
    },
  });
  await notifyChanged(tx, before, handed, told);
}

/** What of a class matters to those who take it; what they paid, they paid. */
const MATTERS = [
  ['classname', say('classes.mail_name')],
  ['instructorname', say('mails.teacher')],
  ['level', say('classes.mail_level')],
  ['group', say('classes.mail_group')],
] as const;
type Matter = (typeof MATTERS)[number][0];

/** What of a class a mail names. */
function wordsOf(of: ClassRow, column: Matter): Value {
  if (column === 'level') return { listed: 'levels', value: of.level };
  if (column === 'group') return { listed: 'groups', value: of.group };
  return column === 'instructorname' ? teacherSaid(of.instructorname) : of[column];
}

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
  const button = { label: say('mails.open_my_classes'), href: '/student/class/enrolled' };
  if (!(await isTold(tx, mail))) {
    const { classname } = before;
    await notifyStudents(tx, after, {
      actor,
      family: say('classes.mail_changed_for_family', { class: classname }),
      ...mail,
      subject: say('classes.mail_changed', { class: classname }),
      letter: {
        reader: 'student',
        paragraphs: [say('classes.mail_has_changed', { class: classname })],
        facts: changed.map(([column, label]) => [
          label,
          say('classes.mail_now_and_before', {
            now: wordsOf(after, column),
            before: wordsOf(before, column),
          }),
        ]),
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
    family: say('classes.mail_changed_again_for_family'),
    ...later,
    subject: say('classes.mail_changed_again', { class: classname }),
    letter: {
      reader: 'student',
      paragraphs: [say('classes.mail_has_changed_again')],
      facts: MATTERS.map(([column, label]) => [label, wordsOf(after, column)]),
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
      subject: say('classes.mail_deleted', { class: classname }),
      letter: {
        reader: 'teacher',
        paragraphs: [say('classes.mail_was_deleted', { class: classname })],
        button: MY_CLASSES,
      },
    });
    return;
  }
  const mail = {
    kind: 'class-deleted',
    ref,
    subject: say('classes.mail_no_longer_offered', { class: classname }),
    now,
  };
  await deleteUnsentMails(tx, changeMail(ref, Math.floor(now / HOUR_MS) + 1));
  const words = say('classes.mail_off_its_list', { class: classname });
  const cancelled: Letter['facts'] =
    lessons > 0 ? [[say('classes.mail_lessons_cancelled'), String(lessons)]] : [];
  if (enrolledstudents > 0)
    await notifyStudents(tx, deleted, {
      actor,
      family: say('classes.mail_off_its_list_for_family', { class: classname }),
      ...mail,
      letter: {
        reader: 'student',
        facts: cancelled,
        paragraphs: [words, say('classes.mail_you_stay_enrolled')],
        button: { label: say('mails.open_my_classes'), href: '/student/class/enrolled' },
      },
    });
  await notifyTeacher(tx, instructorid, {
    ...mail,
    actor,
    letter: {
      reader: 'teacher',
      paragraphs: [words],
      facts: [[say('classes.mail_students_stay'), String(enrolledstudents)], ...cancelled],
      button: MY_CLASSES,
    },
  });
}

/**
 * Tells who teaches a class that it is called off, and takes back what is no longer true of it; families are
 * told as their places end. `lessons` is how many are cancelled, `places` how many end.
 */
export async function notifyCalledOff(
  tx: Db,
  calledOff: ClassRow,
  { lessons, places, reason, ...told }: Told & { lessons: number; places: number; reason: string },
): Promise<void> {
  const { _id: ref, classname, instructorid } = calledOff;
  await deleteUnsentMails(tx, changeMail(ref, Math.floor(told.now / HOUR_MS) + 1));
  await untellWaiting(tx, told.now);
  await notifyTeacher(tx, instructorid, {
    ...told,
    kind: 'class-called-off',
    ref,
    subject: say('calloffs.mail_subject', { class: classname }),
    letter: {
      reader: 'teacher',
      paragraphs: [
        say('calloffs.mail_your_class', { class: classname }),
        ...(reasonIdOf(reason) ? [reasonSaid(reason)] : [say('classes.mail_school_wrote'), quoted(reason)]),
      ],
      facts: [
        [say('classes.mail_lessons_cancelled'), String(lessons)],
        [say('calloffs.mail_places_ended'), String(places)],
      ],
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
  { actor, family, ...mail }: Told & Parameters<typeof insertMails>[2] & { family: Words },
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
  const button = { label: say('classes.mail_open_list'), href: '/admin/manageclass' };
  const isFirst = !(await isTold(tx, { kind: WAITING, ref: String(hour) }));
  const told =
    isFirst &&
    (await insertNewMails(tx, admins({ except: actor?._id }), {
      ...mail,
      ref: String(hour),
      subject: say('classes.mail_waiting', { class: classname }),
      letter: {
        reader: 'admin',
        paragraphs: [say('classes.mail_is_waiting', { class: classname })],
        button,
      },
    }));
  if (told) return;
  await insertMails(tx, admins({ except: actor?._id }), {
    ...mail,
    ref: String(hour + 1),
    subject: say('classes.mail_more_waiting'),
    letter: {
      reader: 'admin',
      paragraphs: [say('classes.mail_more_are_waiting')],
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
