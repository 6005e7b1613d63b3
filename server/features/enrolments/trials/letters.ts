import type { Db } from '#server/database/schema.ts';
import { findBalance } from '#server/features/ledger/index.ts';
import {
  areOwnOf,
  nameOfClass,
  type OrderRow,
  receiptButton,
  toPayer,
} from '#server/features/orders/index.ts';
import { type Label, type Letter, reasonSaid, say, type Words } from '#server/jobs/letter.ts';
import { accountOf, insertMails, whoLearns } from '#server/jobs/outbox.ts';
import type { TrialLesson } from './trial-lesson.ts';

/* What families are told of a trial lesson, in the transaction in which it happens: each once. */

type Fact = readonly [Label, Words];

const whenOf = (lesson: Pick<TrialLesson, 'startsat' | 'room'>): Fact[] => [
  [say('mails.when'), { moment: lesson.startsat }],
  ...(lesson.room === null ? [] : [[say('rooms.room'), lesson.room] as const]),
];

const MY_WEEK = { label: say('lessons.mail_open_week'), href: '/student/week' };

/** Tells that a trial lesson is booked: the payer with the money, who else looks after the learner without. */
export async function notifyTrialBooked(
  tx: Db,
  order: OrderRow & { classname: string },
  { lesson, until }: { lesson: TrialLesson; until: number },
): Promise<void> {
  const { _id: ref, userid, learnerid, classname, amount: cents, currency, updatedat: now } = order;
  const subject = say('trials.mail_booked', { class: classname });
  const paragraphs = [say('trials.mail_is_booked', { class: classname })];
  const facts: Fact[] = [[say('mails.class'), classname], ...whenOf(lesson)];
  const letter: Letter = {
    ...toPayer([order], { areOwn: await areOwnOf(tx, [order]) }),
    paragraphs,
    facts: [
      ...facts,
      [say('enrolments.mail_paid'), cents === 0 ? say('enrolments.mail_nothing') : { cents, currency }],
      ...(until > now ? [[say('trials.mail_give_up_until'), { moment: until }] as const] : []),
    ],
    button: cents === 0 ? MY_WEEK : receiptButton(order),
  };
  await insertMails(tx, accountOf(userid), { kind: 'trial-booked', ref, subject, letter, now });
  await insertMails(tx, whoLearns([learnerid], { except: userid }), {
    kind: 'trial-booked',
    ref,
    subject,
    letter: { reader: 'account', about: [learnerid], paragraphs, facts, button: MY_WEEK },
    now,
  });
}

/** Tells that a trial lesson is no more, why, and what becomes of the money. */
export async function notifyTrialEnded(tx: Db, order: OrderRow, now: number): Promise<void> {
  const { _id: ref, userid, learnerid, reason, currency, state, trialat } = order;
  const classname = await nameOfClass(tx, order);
  const open = state === 'refund_due' ? (await findBalance(tx, order)).open : 0;
  const subject = say('trials.mail_ended', { class: classname });
  const told: Words[] = [
    say('trials.mail_has_ended', { class: classname }),
    ...(reason === null ? [] : [reasonSaid(reason)]),
  ];
  const facts: Fact[] = trialat === null ? [] : [[say('mails.when'), { moment: trialat }]];
  const letter: Letter = {
    ...toPayer([order], { areOwn: await areOwnOf(tx, [order]) }),
    paragraphs: [
      ...told,
      ...(open > 0
        ? [
            say('enrolments.mail_goes_back', { sum: { cents: open, currency } }),
            say('enrolments.mail_another_email'),
          ]
        : []),
      say('trials.mail_choose_another'),
    ],
    facts,
    ...(order.classid !== null && {
      button: { label: say('trials.mail_open_class'), href: `/classes/${order.classid}` },
    }),
    notes: [say('enrolments.mail_ask_the_school')],
  };
  await insertMails(tx, accountOf(userid), { kind: 'trial-ended', ref, subject, letter, now });
  await insertMails(tx, whoLearns([learnerid], { except: userid }), {
    kind: 'trial-ended',
    ref,
    subject,
    letter: {
      reader: 'account',
      about: [learnerid],
      paragraphs: told,
      facts,
      notes: [say('enrolments.mail_ask_the_school')],
    },
    now,
  });
}

type News = Pick<OrderRow, '_id' | 'learnerid' | 'trialat'>;

/** Tells that the lesson is at another time, and until when it can be given back. */
export async function notifyTrialMoved(
  tx: Db,
  { _id, learnerid, trialat }: News,
  { lesson, now }: { lesson: TrialLesson; now: number },
): Promise<void> {
  const { classname, startsat } = lesson;
  await insertMails(tx, whoLearns([learnerid]), {
    kind: 'trial-moved',
    ref: `${_id}-${startsat}`,
    subject: say('trials.mail_moved', { class: classname }),
    letter: {
      reader: 'account',
      about: [learnerid],
      paragraphs: [say('trials.mail_has_moved', { class: classname })],
      facts: [
        ...whenOf(lesson),
        ...(trialat === null ? [] : [[say('trials.mail_was_at'), { moment: trialat }] as const]),
      ],
      button: MY_WEEK,
    },
    now,
  });
}

/** Tells once after the lesson how to enrol, and by how much the first sum is less (cents). */
export async function notifyTrialOver(
  tx: Db,
  { _id: ref, learnerid, currency }: News & Pick<OrderRow, 'currency'>,
  { lesson, off: cents, now }: { lesson: TrialLesson; off: number; now: number },
): Promise<void> {
  const { classid, classname } = lesson;
  await insertMails(tx, whoLearns([learnerid]), {
    kind: 'trial-over',
    ref,
    subject: say('trials.mail_how_was_it', { class: classname }),
    letter: {
      reader: 'account',
      about: [learnerid],
      paragraphs: [
        say('trials.mail_enrol_now', { class: classname }),
        ...(cents > 0 ? [say('trials.mail_taken_off', { sum: { cents, currency } })] : []),
      ],
      facts: [],
      button: { label: say('trials.mail_open_class'), href: `/classes/${classid}` },
    },
    now,
  });
}
