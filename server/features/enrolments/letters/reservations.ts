import { paymentPath } from '#contract/payments/payment-path.ts';
import type { Db } from '#server/database/schema.ts';
import { findClassesById, whenFacts } from '#server/features/classes/index.ts';
import { areOwnOf, type OrderRow, toPayer } from '#server/features/orders/index.ts';
import { type Label, say, type Words } from '#server/jobs/letter.ts';
import { accountOf, admins, insertMails } from '#server/jobs/outbox.ts';

const MY_CLASSES = { label: say('mails.open_my_classes'), href: '/student/class/enrolled' };

/** Tells who reserved places, which one card was saved for, until when it is decided and what follows then. */
export async function notifyReserved(tx: Db, orders: readonly OrderRow[]): Promise<void> {
  const [first] = orders;
  if (!first) return;
  const now = first.updatedat;
  const ids = orders.flatMap(({ classid }) => classid ?? []);
  const classes = new Map((await findClassesById(tx, ids)).map((one) => [one._id, one]));
  const facts: (readonly [Label, Words])[] = [];
  for (const { classid, learnerid, amount: cents, currency } of orders) {
    const found = classes.get(classid ?? '');
    if (!found) continue;
    facts.push([
      { learner: learnerid },
      say('enrolments.mail_class_for', { class: found.classname, sum: { cents, currency } }),
    ]);
    facts.push(...(await whenFacts(tx, found._id, now)));
    if (found.decideby !== null)
      facts.push([say('reservations.mail_decided_after'), { day: found.decideby }]);
  }
  const name = classes.get(first.classid ?? '')?.classname ?? '';
  await insertMails(tx, accountOf(first.userid), {
    kind: 'reserved',
    ref: first._id,
    subject: say('reservations.mail_subject', { class: name }),
    letter: {
      ...toPayer(orders, { areOwn: await areOwnOf(tx, orders) }),
      paragraphs: [say('reservations.mail_reserved'), say('reservations.mail_not_charged_yet')],
      facts,
      button: MY_CLASSES,
      notes: [say('reservations.mail_give_back')],
    },
    now,
  });
}

/** Tells who pays that the class runs and the saved card was not charged: until the order's time ends they can pay. */
export async function notifyNotCharged(tx: Db, order: OrderRow): Promise<void> {
  const { _id: ref, classid, learnerid, userid, amount: cents, currency, holduntil, updatedat: now } = order;
  const [found] = classid === null ? [] : await findClassesById(tx, [classid]);
  if (!found) return;
  const { classname } = found;
  await insertMails(tx, accountOf(userid), {
    kind: 'reservation-unpaid',
    ref,
    subject: say('reservations.mail_unpaid_subject', { class: classname }),
    letter: {
      ...toPayer([order], { areOwn: await areOwnOf(tx, [order]) }),
      paragraphs: [
        say('reservations.mail_runs', { class: classname }),
        say('reservations.mail_card_refused'),
      ],
      facts: [
        [
          { learner: learnerid },
          say('enrolments.mail_class_for', { class: classname, sum: { cents, currency } }),
        ],
        ...(await whenFacts(tx, classid, now)),
        [say('reservations.mail_pay_until'), { moment: holduntil }],
      ],
      button: {
        label: say('reservations.mail_pay_now'),
        href: paymentPath(found._id, learnerid),
      },
    },
    now,
  });
}

/** Tells the admins, once, that too few are left of a class that runs. */
export async function notifyBelow(tx: Db, { classid, now }: { classid: string; now: number }): Promise<void> {
  const [found] = await findClassesById(tx, [classid]);
  if (!found || found.runsfrom === null || found.decided !== 'runs' || found.deletedat !== null) return;
  const left = await countLeft(tx, found);
  if (left >= found.runsfrom) return;
  const { classname, runsfrom } = found;
  await insertMails(tx, admins(), {
    kind: 'class-below',
    ref: classid,
    subject: say('reservations.mail_below_subject', { class: classname }),
    letter: {
      reader: 'admin',
      paragraphs: [say('reservations.mail_below', { class: classname })],
      facts: [
        [say('reservations.mail_joined'), say('reservations.mail_joined_of', { count: left, of: runsfrom })],
      ],
      button: { label: say('classes.mail_open_list'), href: '/admin/manageclass' },
    },
    now,
  });
}

/** How many have a place in a class, or can still pay for one that they had reserved. */
async function countLeft(
  tx: Db,
  { _id, enrolledstudents }: { _id: string; enrolledstudents: number },
): Promise<number> {
  const { count } = await tx
    .selectFrom('orders')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('classid', '=', _id)
    .where('reservedat', 'is not', null)
    .where('state', 'in', ['held', 'intent'])
    .executeTakeFirstOrThrow();
  return enrolledstudents + Number(count);
}
