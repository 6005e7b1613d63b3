import type { Db } from '#server/database/schema.ts';
import type { Actor } from '#server/features/changes/index.ts';
import { whenFacts } from '#server/features/classes/index.ts';
import { say } from '#server/jobs/letter.ts';
import { admins, insertMails, whoLearns } from '#server/jobs/outbox.ts';

type Decided = {
  _id: string;
  classname: string;
  decided: 'runs' | 'not';
  learners: number;
  runsfrom: number;
};

/** Tells the other admins what was decided of a class. */
export async function notifyDecided(
  tx: Db,
  { _id: ref, classname, decided, learners, runsfrom }: Decided,
  { actor, now }: { actor: Actor; now: number },
): Promise<void> {
  const place = { class: classname };
  await insertMails(tx, admins({ except: actor?._id ?? null }), {
    kind: 'class-decided',
    ref,
    subject:
      decided === 'runs'
        ? say('reservations.mail_runs_subject', place)
        : say('reservations.mail_not_subject', place),
    letter: {
      reader: 'admin',
      paragraphs: [
        decided === 'runs'
          ? say('reservations.mail_runs_office', place)
          : say('reservations.mail_not_office', place),
      ],
      facts: [
        [
          say('reservations.mail_joined'),
          say('reservations.mail_joined_of', { count: learners, of: runsfrom }),
        ],
      ],
      button: { label: say('classes.mail_open_list'), href: '/admin/manageclass' },
    },
    now,
  });
}

/** Tells those who have a place already that the class runs; of the others each is told with what was charged. */
export async function notifyRuns(
  tx: Db,
  {
    classid,
    classname,
    learnerids,
    now,
  }: { classid: string; classname: string; learnerids: readonly string[]; now: number },
): Promise<void> {
  if (learnerids.length === 0) return;
  await insertMails(tx, whoLearns(learnerids), {
    kind: 'class-runs',
    ref: classid,
    subject: say('reservations.mail_runs_subject', { class: classname }),
    letter: {
      reader: 'account',
      about: learnerids,
      paragraphs: [say('reservations.mail_runs', { class: classname })],
      facts: await whenFacts(tx, classid, now),
      button: { label: say('mails.open_my_classes'), href: '/student/class/enrolled' },
    },
    now,
  });
}
