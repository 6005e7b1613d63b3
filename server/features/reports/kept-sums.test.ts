import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OPEN_ORDERS_MAX } from '#contract/payments/calls.ts';
import type { Reconciliation } from '#contract/reconciliation/calls.ts';
import type { Overview } from '#contract/reports/calls.ts';
import { OVERVIEW_WEEKS } from '#contract/reports/calls.ts';
import { addDays, mondayOf } from '#contract/time/days.ts';
import { eraseAccount } from '#server/features/account/erase-account.ts';
import { HOLDING } from '#server/features/orders/order-states.ts';
import { openCardsDashboard } from '#tests/support/cards-dashboard.ts';
import { confirmCard, enrol, start } from '#tests/support/pay.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

/*
 * What is kept as a sum is what adding everything up anew gives, whatever happened and whenever the sums were
 * kept.
 */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const RUNS = 3;
/** Each run is a school of its own, with a database of its own. */
const TIMEOUT_MS = 300_000;
const DEEDS = [
  'enrol',
  'enrol',
  'enrol',
  'pay without a class',
  'cancel',
  'refund outside',
  'refund a part',
  'dispute and lose',
  'repair',
  'delete a class',
  'erase',
  'sign up',
  'change a role',
] as const;

const history = fc.array(
  fc.record({
    deed: fc.constantFrom(...DEEDS),
    which: fc.nat(100),
    hours: fc.oneof(fc.nat(3), fc.nat(60), fc.nat(400)),
    isKept: fc.boolean(),
  }),
  { minLength: 12, maxLength: 24 },
);

/** What the overview says, added up from the rows themselves. */
async function addUp({ db, clock }: TestSchool): Promise<Pick<Overview, 'users' | 'seats' | 'weeks'>> {
  const users = { admin: 0, office: 0, instructor: 0, student: 0 };
  for (const { role } of await db.selectFrom('users').select('role').execute()) users[role] += 1;
  const seats = { sold: 0, held: 0, free: 0 };
  for (const item of await db.selectFrom('classes').selectAll().execute()) {
    if (item.status !== 'approved' || item.deletedat !== null) continue;
    seats.sold += item.enrolledstudents;
    seats.held += item.heldseats;
    seats.free += item.availableseat;
  }
  const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10);
  const first = addDays(mondayOf(dayOf(clock.now)), -7 * (OVERVIEW_WEEKS - 1));
  const weeks = Array.from({ length: OVERVIEW_WEEKS }, (_, at) => ({
    start: addDays(first, 7 * at),
    seats: 0,
    charged: 0,
    refunded: 0,
  }));
  const rows = await db
    .selectFrom('ledger')
    .innerJoin('orders', 'orders._id', 'ledger.orderid')
    .select(['orderid', 'kind', 'ledger.amount', 'ledger.createdat', 'classid'])
    .orderBy('ledger.createdat')
    .orderBy('ledger._id')
    .execute();
  for (const movements of Map.groupBy(rows, ({ orderid }) => orderid).values()) {
    let kept = 0;
    for (const { kind, amount, createdat, classid } of movements) {
      const isIn = kind === 'charge' || kind === 'refund_failed';
      const before = kept;
      kept += isIn ? amount : -amount;
      const week = weeks.find(({ start }) => start === mondayOf(dayOf(createdat)));
      if (!week) continue;
      week[isIn ? 'charged' : 'refunded'] += amount / 100;
      if (classid !== null) week.seats += Number(kept > 0) - Number(before > 0);
    }
  }
  return { users, seats, weeks };
}

/** What the money check says of the month, added up from the movements themselves. */
async function addUpMonth({ db }: TestSchool, month: string): Promise<Omit<Reconciliation['sums'], 'owed'>> {
  const sums = { card: 0, cash: 0, transfer: 0, givenback: 0 };
  for (const { kind, amount, createdat } of await db.selectFrom('ledger').selectAll().execute()) {
    if (new Date(createdat).toISOString().slice(0, 7) !== month) continue;
    if (kind === 'charge') sums.card += amount / 100;
    else if (kind === 'cash' || kind === 'transfer') sums[kind] += amount / 100;
    else sums.givenback += (kind === 'refund_failed' ? -amount : amount) / 100;
  }
  return sums;
}

async function live(school: TestSchool, deeds: typeof history extends fc.Arbitrary<infer T> ? T : never) {
  const { db, clock, payments } = school;
  const dashboard = await openCardsDashboard(school);
  const admin = await school.signIn('admin');
  const people: Person[] = [await school.signIn('student'), await school.signIn('student')];
  const paid: { transactionId: string; enrolment: string; person: Person }[] = [];
  const classes = [await school.addClass(), await school.addClass()];
  const oneOf = <T>(some: readonly T[], which: number) => some[which % some.length];
  const work = async () => {
    for (let times = 0; times < 20 && (await school.work()) > 0; times++);
  };

  /**
   * What a person has paid for stays open until the jobs run, and one person has only so many open at once.
   */
  const hasTooManyOpen = async ({ user }: Person) => {
    const open = db.selectFrom('orders').select('_id').where('userid', '=', user._id);
    return (await open.where('state', 'in', HOLDING).execute()).length >= OPEN_ORDERS_MAX;
  };

  const act = async (deed: (typeof DEEDS)[number], which: number) => {
    const person = oneOf(people, which);
    const payment = oneOf(paid, which);
    switch (deed) {
      case 'enrol': {
        if (!person) return;
        const { _id } = await school.addClass({ availableseat: 2 });
        classes.push(
          ...((await db
            .selectFrom('classes')
            .selectAll()
            .where('_id', '=', _id)
            .execute()) as typeof classes),
        );
        if (await hasTooManyOpen(person))
          expect(await start(person, _id)).toMatchObject({ status: 429, body: { code: 'too-many-orders' } });
        else paid.push({ ...(await enrol(school, person, _id)), person });
        return;
      }
      case 'pay without a class': {
        const opened = person && (await start(person));
        if (opened?.status === 200) await confirmCard(school, opened.body.clientSecret);
        return;
      }
      case 'cancel':
        if (payment) await admin.call('POST', `/enrolments/${payment.enrolment}/cancel`);
        return;
      case 'refund outside':
        if (payment) await dashboard.refund(payment.transactionId).catch(() => {});
        return;
      case 'refund a part':
        if (payment) await dashboard.refund(payment.transactionId, 1000).catch(() => {});
        return;
      case 'dispute and lose': {
        const opened = person && (await start(person, (await school.addClass())._id));
        if (opened?.status !== 200) return;
        const { id } = await confirmCard(school, opened.body.clientSecret, 'pm_card_createDispute');
        await work();
        await dashboard.decide(id, 'losing_evidence').catch(() => {});
        return;
      }
      case 'repair':
        if (payment) await admin.call('POST', '/money/repair', { transactionId: payment.transactionId });
        return;
      case 'delete a class':
        await admin.call('DELETE', `/delete/${oneOf(classes, which)?._id}`);
        return;
      case 'erase': {
        if (!person || people.length < 2) return;
        people.splice(people.indexOf(person), 1);
        await eraseAccount(db, school.erasing, { uid: person.claims.uid, now: clock.now });
        return;
      }
      case 'sign up':
        people.push(await school.signIn('student'));
        return;
      case 'change a role': {
        const role = oneOf(['admin', 'instructor', 'student'] as const, which);
        if (person) await admin.call('PATCH', `/users/${role}/${person.user._id}`, {});
        // Only students pay.
        if (person && role !== 'student') people.splice(people.indexOf(person), 1);
        if (people.length === 0) people.push(await school.signIn('student'));
      }
    }
  };

  for (const { deed, which, hours, isKept } of deeds) {
    await act(deed, which);
    clock.now += hours * HOUR_MS;
    if (isKept) await work();
    const { users, seats, weeks }: Overview = (await admin.call('GET', '/reports/overview')).body;
    expect({ users, seats, weeks }).toEqual(await addUp(school));
    const month = new Date(clock.now).toISOString().slice(0, 7);
    for (const one of [month, addDays(`${month}-01`, -1).slice(0, 7)]) {
      const { owed, ...sums } = (await admin.call('GET', `/money?month=${one}`)).body.sums;
      expect({ one, ...sums, owed }).toEqual({ one, ...(await addUpMonth(school, one)), owed: 0 });
    }
  }
  expect(payments.now()).toBe(clock.now);
  await dashboard.close();
}

test('sums that are kept say what adding everything up says, after any history', {
  timeout: TIMEOUT_MS,
}, async () => {
  await fc.assert(
    fc.asyncProperty(history, async (deeds) => {
      const school = await openTestSchool();
      try {
        await live(school, deeds);
      } finally {
        await school.close();
      }
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});

test('a day of which no sum is kept is added up, and one that was kept while the clock was ahead is not believed', async () => {
  const school = await openTestSchool();
  const admin = await school.signIn('admin');
  const overview = async () => (await admin.call('GET', '/reports/overview')).body;
  const right = async () => {
    const { users, seats, weeks } = await overview();
    expect({ users, seats, weeks }).toEqual(await addUp(school));
  };
  const student = await school.signIn('student');
  const pay = async () => enrol(school, student, (await school.addClass())._id);
  await pay();
  school.clock.now += 5 * DAY_MS;
  await school.work();
  await right();
  const { clock } = school;
  clock.now += 100 * DAY_MS;
  await school.work();
  clock.now -= 100 * DAY_MS;
  await pay();
  await right();
  await school.work();
  await right();
  clock.now += 3 * DAY_MS;
  await right();
  await school.work();
  await right();
  await school.close();
});
