import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MusicClass } from '#contract/classes/calls.ts';
import type { Instructor } from '#contract/instructors/calls.ts';
import type { Enrolment } from '#contract/payments/calls.ts';
import type { Reconciliation } from '#contract/reconciliation/calls.ts';
import type { Roster } from '#contract/rosters/calls.ts';
import type { User } from '#contract/users/calls.ts';
import { ADMIN, INSTRUCTORS, STUDENT } from '#server/database/seed/people.ts';
import { DEMO_SCHOOL } from '#server/database/seed/school.ts';
import { prepareSchool } from '#server/prepare-school.ts';
import { insertAccounts } from '#tests/support/identity-accounts.ts';
import { findDifferences } from '#tests/support/reconcile.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

/* A reader may add up any two numbers on any two screens of the demo school. */

const MONTHS = ['2026-04', '2026-05', '2026-06', '2026-07', '2026-08', '2026-09'];
const DAY_MS = 86_400_000;

let school: TestSchool;
let classes: MusicClass[];
let rosters: Map<string, Roster['students']>;
/** The lines of payments.csv. */
let movements: { date: string; kind: string; amount: number; email: string; transaction: string }[];
let months: Reconciliation[];
let users: User[];
/** What everybody may read, before the demo school was made and after. */
let publicLists: unknown[][][];

beforeAll(async () => {
  school = await openTestSchool();
  publicLists = [await readPublicLists()];
  await prepareSchool(school.config, school);
  publicLists.push(await readPublicLists());
  classes = await get(ADMIN.email, '/classes/all');
  users = await get(ADMIN.email, '/users');
  rosters = new Map();
  for (const { _id } of classes) {
    const { students } = await get<Roster>(ADMIN.email, `/rosters/${_id}`);
    rosters.set(_id, students);
  }
  months = [];
  for (const month of MONTHS) months.push(await checkMonth(month));
  const lines = (await text(ADMIN.email, '/reports/payments.csv')).trim().split('\r\n').slice(1);
  movements = lines.map((line) => {
    const [date = '', kind = '', amount = '', , email = '', , transaction = ''] = line.split(',');
    return { date, kind, amount: Number(amount), email, transaction };
  });
});
afterAll(() => school.close());

const readPublicLists = async (): Promise<unknown[][]> => {
  const answers = [];
  for (const path of ['/classes/all', '/instructor/all', '/blog'])
    answers.push((await school.call('GET', path)).body);
  return answers;
};

test('what is made ready before the school opens shows to everybody at once', () => {
  const [before = [], after = []] = publicLists;
  for (const list of before) expect(list).toEqual([]);
  for (const list of after) expect(list.length).toBeGreaterThan(0);
});

const people = new Map<string, Person>();
/** Whoever of the demo school has this address, signed in. */
async function personOf(email: string): Promise<Person> {
  const known = people.get(email);
  if (known) return known;
  const user = await school.db
    .selectFrom('users')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const uid = user.uid ?? `uid-${email}`;
  if (!user.uid) {
    // Most of the demo's students never sign in.
    await insertAccounts(school.db, [{ uid, email }], school.clock.now);
    await school.db.updateTable('users').set({ uid }).where('_id', '=', user._id).execute();
  }
  const person = await school.signInAs({ ...user, uid });
  people.set(email, person);
  return person;
}

async function text(email: string, path: string): Promise<string> {
  const { token } = await personOf(email);
  const answer = await school.app.inject({
    url: `/api${path}`,
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.statusCode, path).toBe(200);
  return answer.body;
}
const get = async <T>(email: string, path: string): Promise<T> => JSON.parse(await text(email, path));

/** The pages of a month's money check, as one. */
async function checkMonth(month: string): Promise<Reconciliation> {
  let whole: Reconciliation = await get(ADMIN.email, `/money?month=${month}`);
  while (whole.next !== null) {
    const page: Reconciliation = await get(ADMIN.email, `/money?month=${month}&after=${whole.next}`);
    whole = {
      ...page,
      received: whole.received + page.received,
      refunded: whole.refunded + page.refunded,
      lines: [...whole.lines, ...page.lines],
    };
  }
  return whole;
}

const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, number) => total + number, 0);
const seatsOf = (some: MusicClass[]) => sum(some.map(({ enrolledstudents }) => enrolledstudents));
const approved = () => classes.filter(({ status }) => status === 'approved');

test('the books of the school and of the card sandbox agree to the cent', async () => {
  expect(await findDifferences(school.db, school.db)).toEqual([]);
});

test('every class says as many students as its roster names, each once', () => {
  for (const { _id, classname, enrolledstudents } of classes) {
    const emails = rosters.get(_id)?.map(({ email }) => email) ?? [];
    expect([classname, new Set(emails).size, emails.length]).toEqual([
      classname,
      enrolledstudents,
      enrolledstudents,
    ]);
  }
  expect(seatsOf(classes)).toBeGreaterThan(400);
});

test('the admin overview counts the seats and the people that the lists show', async () => {
  const { seats, users: counts } = await get<{ seats: object; users: Record<string, number> }>(
    ADMIN.email,
    '/reports/overview',
  );
  expect(seats).toEqual({
    sold: seatsOf(approved()),
    held: 0,
    free: sum(approved().map(({ availableseat }) => availableseat)),
  });
  for (const role of ['admin', 'instructor', 'student'])
    expect(counts[role], role).toBe(users.filter((user) => user.role === role).length);
  const lines = (await text(ADMIN.email, '/reports/users.csv')).trim().split('\r\n');
  expect(lines).toHaveLength(users.length + 1);
});

test('instructors teach as many students as their classes have', async () => {
  for (const { email, students, classes: count } of await get<Instructor[]>(
    STUDENT.email,
    '/instructor/all',
  )) {
    const theirs = approved().filter(({ instructoremail }) => instructoremail === email);
    expect([students, count]).toEqual([seatsOf(theirs), theirs.length]);
  }
});

test('students find in their own lists what the rosters say of them', async () => {
  let found = 0;
  for (const { email } of users.filter(({ role }) => role === 'student')) {
    if (email === null) continue;
    const own = await get<Enrolment[]>(email, `/enrolledclasses/${email}`);
    found += own.length;
    const named = classes.filter(({ _id }) => rosters.get(_id)?.some((student) => student.email === email));
    expect(own.map(({ classid }) => classid).sort(), email).toEqual(named.map(({ _id }) => _id).sort());
  }
  expect(found).toBe(seatsOf(classes));
});

describe('the money', () => {
  test('of every month is what moved in it, and every payment agrees with its enrolment', () => {
    for (const { month, received, lines } of months) {
      const charges = movements.filter(({ date, kind }) => kind === 'charge' && date.startsWith(month));
      expect([month, received]).toEqual([month, sum(charges.map(({ amount }) => amount))]);
      expect(lines).toHaveLength(charges.length);
      for (const { date, verdict } of lines) {
        expect(date.slice(0, 7)).toBe(month);
        expect(['matched', 'refunded']).toContain(verdict);
      }
    }
    expect(months.filter(({ received }) => received > 0).length).toBeGreaterThanOrEqual(5);
  });

  test('that was kept is the price of every seat that is taken', () => {
    const kept = sum(months.map(({ received, refunded }) => received - refunded));
    expect(kept).toBe(60 * seatsOf(classes));
    expect(kept).toBe(sum(movements.map(({ amount }) => amount)));
    const matched = months.flatMap(({ lines }) => lines.filter(({ verdict }) => verdict === 'matched'));
    expect(matched).toHaveLength(seatsOf(classes));
    expect(sum(months.map(({ refunded }) => refunded))).toBeGreaterThan(0);
  });

  test('stands in the chart in the week in which it moved', async () => {
    const { weeks } = await get<{
      weeks: { start: string; seats: number; charged: number; refunded: number }[];
    }>(ADMIN.email, '/reports/overview');
    for (const { start, ...week } of weeks) {
      const end = new Date(Date.parse(start) + 7 * DAY_MS).toISOString();
      const moved = movements.filter(({ date }) => date >= start && date < end);
      const of = (wanted: string) => moved.filter(({ kind }) => kind === wanted);
      expect({ start, ...week }).toEqual({
        start,
        seats: of('charge').length - of('refund').length,
        charged: sum(of('charge').map(({ amount }) => amount)),
        refunded: sum(of('refund').map(({ amount }) => -amount)),
      });
    }
    expect(weeks.every(({ charged }) => charged > 0)).toBe(true);
  });

  test('goes back within the time in which students may cancel', async () => {
    const refunded = await school.db
      .selectFrom('orders')
      .selectAll()
      .where('state', '=', 'refunded')
      .execute();
    expect(refunded.length).toBeGreaterThan(10);
    for (const { paidat, updatedat } of refunded) {
      expect(updatedat - (paidat ?? 0)).toBeGreaterThanOrEqual(0);
      expect(updatedat - (paidat ?? 0)).toBeLessThanOrEqual(2 * DAY_MS);
    }
  });
});

test('every payment has the day of its receipt, the school’s own', async () => {
  const orders = await school.db.selectFrom('orders').selectAll().where('paidat', 'is not', null).execute();
  expect(orders.length).toBeGreaterThan(100);
  const zone = DEMO_SCHOOL.timezone;
  for (const { paidat, receiptday } of orders)
    expect(receiptday).toBe(
      Temporal.Instant.fromEpochMilliseconds(paidat ?? 0)
        .toZonedDateTimeISO(zone)
        .toPlainDate()
        .toString(),
    );
});

test('full classes have a waiting list, whose places are counted from one', async () => {
  const full = approved().filter(({ availableseat }) => availableseat === 0);
  expect(full.length).toBeGreaterThan(1);
  for (const { _id } of full) {
    const line = await school.db.selectFrom('waitlist').selectAll().where('classid', '=', _id).execute();
    expect(line.length).toBeGreaterThan(1);
    const last = rosters.get(_id)?.map(({ date }) => Date.parse(date)) ?? [];
    for (const { createdat } of line) expect(createdat).toBeGreaterThan(Math.max(...last));
  }
  const open = approved().filter(({ availableseat }) => availableseat > 0);
  const waiting = await school.db.selectFrom('waitlist').select('classid').execute();
  expect(open.filter(({ _id }) => waiting.some(({ classid }) => classid === _id))).toEqual([]);
});

test('nobody did anything before the class was there, before joining, or after today', async () => {
  const { now } = school.clock;
  const since = new Map(classes.map(({ _id, createdat }) => [_id, Date.parse(createdat)]));
  const learners = await school.db.selectFrom('learners').select(['_id', 'createdat']).execute();
  const joined = new Map(learners.map(({ _id, createdat }) => [_id, createdat]));
  const deeds = [
    ...(await school.db
      .selectFrom('orders')
      .select(['learnerid', 'classid', 'createdat', 'updatedat'])
      .execute()),
    ...(await school.db.selectFrom('waitlist').select(['learnerid', 'classid', 'createdat']).execute()),
    ...(await school.db.selectFrom('selections').select(['learnerid', 'classid', 'createdat']).execute()),
  ];
  for (const { learnerid, classid, createdat, ...deed } of deeds) {
    expect(createdat).toBeGreaterThan(since.get(classid ?? '') ?? now);
    expect(createdat).toBeGreaterThan(joined.get(learnerid) ?? now);
    expect('updatedat' in deed ? deed.updatedat : createdat).toBeLessThan(now);
  }
});

describe('whoever tries the demo', () => {
  test('as a student has a selected, an enrolled and a cancelled class, a receipt, and waits for one', async () => {
    const { email } = STUDENT;
    expect(await get<unknown[]>(email, `/selectedclass/${email}`)).toHaveLength(2);
    const enrolled = await get<(Enrolment & { cancellable: boolean })[]>(email, `/enrolledclasses/${email}`);
    expect(enrolled.map(({ cancellable }) => cancellable)).toEqual([true, false]);
    const receipt = await get<{ price: number }>(email, `/receipts/${enrolled[0]?._id}`);
    expect(receipt.price).toBe(60);
    const [line] = await get<{ state: string; position: number }[]>(email, `/waitlist/${email}`);
    expect(line).toMatchObject({ state: 'waiting' });
    const { payments } = await get<{ payments: { state: string }[] }>(email, '/account/data');
    expect(payments.filter(({ state }) => state === 'refunded')).toHaveLength(1);
  });

  test('as an instructor has classes of every status, with feedback on the denied one', async () => {
    const { email } = INSTRUCTORS.clara;
    const own = await get<MusicClass[]>(email, `/classes/find/${email}`);
    expect(new Set(own.map(({ status }) => status)).size).toBe(3);
    expect(own.find(({ status }) => status === 'denied')?.feedback).toBeTruthy();
  });

  test('as an admin has something to decide', async () => {
    const { waiting } = await get<{ waiting: { count: number } }>(ADMIN.email, '/reports/overview');
    expect(waiting.count).toBeGreaterThan(1);
  });
});
