import { formerEmail } from '#contract/former.ts';
import { findClassesById } from '#server/features/classes/index.ts';
import type { PersonRecords } from '#server/features/feature.ts';
import { endEnrolmentIn } from './end-enrolment.ts';
import { findEnrolments, findNamedEnrolments, updateAddressOfEnrolments } from './enrolment-queries.ts';
import { findAttempts, findOrdersOf, moveOrder, updateAddressOfOrders } from './order-queries.ts';
import { HOLDING } from './order-states.ts';
import { cancelUntil, type Payments } from './payments.ts';

const LEFT = 'The student deleted the account.';

/** What a person has paid for or is paying for. */
export function paymentPerson(payments: Pick<Payments, 'cancelUntilHours' | 'seats'>): PersonRecords {
  const isInTime = (enrolment: { date: number }, now: number) => now < cancelUntil(payments, enrolment);
  return {
    tables: ['orders', 'enrolments'],

    export: async (db, { email }) => ({
      enrolments: await findNamedEnrolments(db, email),
      payments: await findAttempts(db, email),
    }),

    /** Places whose money still comes back by the rule, and those whose time for that has passed. */
    async findLosses(db, { email }, now) {
      const enrolments = await findEnrolments(db, email);
      const ids = enrolments.map(({ classid }) => classid);
      const names = new Map((await findClassesById(db, ids)).map(({ _id, classname }) => [_id, classname]));
      const places = enrolments.map((enrolment) => ({
        ...enrolment,
        classname: names.get(enrolment.classid) ?? '',
      }));
      return {
        refunds: places.filter((place) => isInTime(place, now)),
        forfeits: places.filter((place) => !isInTime(place, now)),
      };
    },

    /** Ends what is begun and what can still be cancelled: the money goes back by the workers. Other places stay, being paid for. */
    async erase(tx, { _id: userid, email }, now) {
      for (const { _id, classid } of await findOrdersOf(tx, email, HOLDING)) {
        // Without a class it is cancelled at the card service, or refunded if it was paid just now, and enrols nobody.
        const ending = { state: 'expiring' as const, classid: null, holduntil: now, workat: now, now };
        const ended = await moveOrder(tx, _id, HOLDING, ending);
        if (ended && classid !== null) await payments.seats.release(tx, { classid, orderid: _id, now });
      }
      for (const enrolment of await findEnrolments(tx, email)) {
        const order = { ...enrolment, amount: enrolment.price };
        if (isInTime(enrolment, now)) await endEnrolmentIn(payments, tx, order, { reason: LEFT, now });
      }
      await updateAddressOfOrders(tx, email, formerEmail(userid));
      await updateAddressOfEnrolments(tx, email, formerEmail(userid));
    },
  };
}
