import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FIGURES, type Figure, type MonthPlace } from '#contract/reconciliation/calls.ts';
import { eraseAccount } from '#server/features/account/erase-account.ts';
import { openCardsDashboard } from '#tests/support/cards-dashboard.ts';
import { payTogether } from '#tests/support/checkouts.ts';
import { addChildBy } from '#tests/support/families.ts';
import { enrol } from '#tests/support/pay.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

/*
 * Each figure of a month is what the places behind it come to, whatever happened, and when: in the school's
 * months, with refunds in another month than the payment, and families that were merged or deleted.
 */

const HOUR_MS = 3_600_000;
const RUNS = 3;
const TIMEOUT_MS = 300_000;
/** On the other side of the world from UTC: its months begin and end in others of that. */
const ZONE = 'Pacific/Auckland';
const DEEDS = [
  'by card',
  'two places by card',
  'in cash',
  'owed',
  'owed',
  'paid by transfer',
  'paid in cash',
  'cancel',
  'given back',
  'refund a part',
  'erase',
  'merge',
] as const;

const history = fc.array(
  fc.record({
    deed: fc.constantFrom(...DEEDS),
    which: fc.nat(100),
    hours: fc.oneof(fc.nat(3), fc.nat(200), fc.nat(600)),
  }),
  { minLength: 14, maxLength: 26 },
);

type Deeds = typeof history extends fc.Arbitrary<infer T> ? T : never;

const localDay = (moment: number) =>
  Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(ZONE).toPlainDate().toString();
const cents = (units: number) => Math.round(units * 100);

/** Of each figure, and of the months of all of them, by the school's clocks: the rows themselves. */
async function addUp({ db }: TestSchool): Promise<Map<string, Record<Figure, number>>> {
  const months = new Map<string, Record<Figure, number>>();
  const add = (moment: number, figure: Figure, amount: number) => {
    const month = localDay(moment).slice(0, 7);
    const sums = months.get(month) ?? { card: 0, cash: 0, transfer: 0, owed: 0, givenback: 0 };
    sums[figure] += amount;
    months.set(month, sums);
  };
  for (const { kind, amount, createdat } of await db.selectFrom('ledger').selectAll().execute()) {
    if (kind === 'charge') add(createdat, 'card', amount);
    else if (kind === 'cash' || kind === 'transfer') add(createdat, kind, amount);
    else add(createdat, 'givenback', kind === 'refund_failed' ? -amount : amount);
  }
  for (const { paidby, state, amount, createdat } of await db.selectFrom('orders').selectAll().execute())
    if (paidby === 'due' && state === 'enrolled') add(createdat, 'owed', amount);
  return months;
}

async function check(school: TestSchool, admin: Person) {
  for (const [month, expected] of await addUp(school)) {
    const { sums } = (await admin.call('GET', `/money?month=${month}`)).body;
    const file = await school.app.inject({
      url: `/api/money/places.csv?month=${month}&headings=names`,
      headers: { authorization: `Bearer ${admin.token}` },
    });
    const [head, ...rows] = file.payload.trim().split('\r\n');
    expect(head).toBe('Kind,Day,Family,Student,Class,Amount,Currency');
    for (const figure of FIGURES) {
      const items: MonthPlace[] = [];
      let next: string | null = '';
      while (next !== null) {
        const after = next ? `&after=${next}` : '';
        const { body } = await admin.call('GET', `/money/places?month=${month}&figure=${figure}${after}`);
        expect(body.sum).toBe(sums[figure]);
        items.push(...body.items);
        next = body.next;
      }
      const sum = items.reduce((total, { amount }) => total + cents(amount), 0);
      expect([month, figure, sum]).toEqual([month, figure, expected[figure]]);
      expect(cents(sums[figure])).toBe(expected[figure]);
      for (const { date, name, places } of items) {
        expect(localDay(Date.parse(date)).slice(0, 7)).toBe(month);
        expect(name).not.toBe('');
        expect(places.length).toBeGreaterThan(0);
      }
      const ofFigure = rows.filter((row) => row.startsWith(`${figure},`));
      expect(ofFigure).toHaveLength(items.length);
      const inFile = ofFigure.reduce((total, row) => total + cents(Number(row.split(',').at(-2))), 0);
      expect(inFile).toBe(expected[figure]);
    }
  }
}

async function live(school: TestSchool, deeds: Deeds) {
  const { db, clock } = school;
  let admin = await school.signIn('admin');
  const { version } = (await admin.call('GET', '/school')).body;
  await admin.call('PUT', '/school', { timezone: ZONE, version });
  const dashboard = await openCardsDashboard(school);
  let people: Person[] = [await school.signIn('student'), await school.signIn('student')];
  const byCard: string[] = [];
  const work = async () => {
    for (let times = 0; times < 20 && (await school.work()) > 0; times++);
  };
  const oneOf = <T>(some: readonly T[], which: number) => some[which % some.length];
  const placesIn = (state: 'enrolled' | 'refund_due') =>
    db.selectFrom('orders').select(['_id', 'paidby']).where('state', '=', state).orderBy('_id').execute();
  const signInAgain = async ({ user, claims: { uid } }: Person) => {
    const found = db.selectFrom('users').selectAll().where('_id', '=', user._id);
    return school.signInAs({ ...(await found.executeTakeFirstOrThrow()), uid });
  };
  const byHand = async (person: Person, pay: 'cash' | 'due') => {
    const learnerid = await addChildBy(person);
    const { _id: classid } = await school.addClass({ price: 6000 });
    await admin.call('POST', '/enrolments', { classid, learnerid, pay });
  };

  const act = async (deed: (typeof DEEDS)[number], which: number) => {
    const person = oneOf(people, which) as Person;
    switch (deed) {
      case 'by card': {
        const paid = await enrol(school, person, (await school.addClass({ price: 6000 }))._id);
        byCard.push(paid.transactionId);
        return;
      }
      case 'two places by card': {
        const { parent, transactionId } = await payTogether(school, [4000, 5000]);
        people.push(parent);
        byCard.push(transactionId);
        return;
      }
      case 'in cash':
        return byHand(person, 'cash');
      case 'owed':
        return byHand(person, 'due');
      case 'paid by transfer':
      case 'paid in cash': {
        const owed = oneOf(
          (await placesIn('enrolled')).filter(({ paidby }) => paidby === 'due'),
          which,
        );
        const kind = deed === 'paid in cash' ? 'cash' : 'transfer';
        if (owed) await admin.call('PUT', `/enrolments/${owed._id}/paid`, { kind, key: 'one' });
        return;
      }
      case 'cancel': {
        const place = oneOf(await placesIn('enrolled'), which);
        if (place) await admin.call('POST', `/enrolments/${place._id}/cancel`);
        return;
      }
      case 'given back': {
        const place = oneOf(await placesIn('refund_due'), which);
        const kind = which % 2 ? 'cash' : 'transfer';
        if (place) await admin.call('PUT', `/enrolments/${place._id}/returned`, { kind, key: 'back' });
        return;
      }
      case 'refund a part': {
        const intent = oneOf(byCard, which);
        if (intent) await dashboard.refund(intent, 1000).catch(() => {});
        return;
      }
      case 'erase':
        if (people.length < 2) return;
        people = people.filter((one) => one !== person);
        await eraseAccount(db, school.erasing, { uid: person.claims.uid, now: clock.now });
        return;
      case 'merge': {
        const keep = oneOf(people, which + 1) as Person;
        if (keep === person) return;
        const merged = { keep: keep.user._id, drop: person.user._id };
        if ((await admin.call('POST', '/families/merge', merged)).status === 200)
          people = people.filter((one) => one !== person);
      }
    }
  };

  for (const { deed, which, hours } of deeds) {
    await act(deed, which);
    clock.now += hours * HOUR_MS + 1000;
    await work();
    // Weeks later no one is signed in any more.
    admin = await school.signIn('admin');
    people = await Promise.all(people.map(signInAgain));
  }
  await check(school, admin);
  await dashboard.close();
}

test('the figures of each month are what the places behind them come to, after any history', {
  timeout: TIMEOUT_MS,
}, async () => {
  await fc.assert(
    fc.asyncProperty(history, async (deeds) => {
      const school = await openTestSchool({ env: { ENROLMENT_PRICE: 'class' } });
      try {
        await live(school, deeds);
      } finally {
        await school.close();
      }
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});
