import { type Compilable, CompiledQuery } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { unpaidEnrolled } from '#server/features/enrolments/queries.ts';
import { enrol } from '#tests/support/pay.ts';
import { openTestSchool, type TestSchool } from '#tests/support/school.ts';
import { sumsBeside } from './family-money.ts';
import { movedIn } from './month-sums.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await openTestSchool();
});
afterAll(() => school.close());

const span = { from: Date.UTC(2026, 8, 1), to: Date.UTC(2026, 9, 1) };

async function explain(query: Compilable): Promise<string[]> {
  const { sql: statement, parameters } = query.compile();
  const explained = CompiledQuery.raw(`explain query plan ${statement}`, [...parameters]);
  const { rows } = await school.db.executeQuery<{ detail: string }>(explained);
  return rows.map(({ detail }) => detail);
}

test.runIf(inject('dialect') === 'sqlite')(
  'what was not paid and what families paid is found in indexes that have these alone',
  async () => {
    expect(await explain(unpaidEnrolled(school.db, span))).toEqual([
      expect.stringContaining('SEARCH orders USING INDEX orders_unpaid (_id>? AND _id<?)'),
      expect.stringContaining('SEARCH enrolments USING INDEX sqlite_autoindex_enrolments_1 (_id=?)'),
    ]);
    expect((await explain(sumsBeside(school.db, span)))[0]).toContain(
      'SEARCH ledger USING INDEX ledger_beside (createdat>? AND createdat<?)',
    );
  },
);

test('the sums of days that are over are those that are kept, of today those of its movements', async () => {
  const { db, clock } = school;
  const admin = await school.signIn('admin');
  const student = await school.signIn('student');
  const cards = async () => {
    const month = new Date(clock.now).toISOString().slice(0, 7);
    const [whole, places] = [
      await admin.call('GET', `/money?month=${month}`),
      await admin.call('GET', `/money/places?month=${month}&figure=card`),
    ];
    expect(places.body.sum).toBe(whole.body.sums.card);
    return whole.body.sums.card;
  };
  const pay = async () => enrol(school, student, (await school.addClass())._id);
  clock.now = Date.UTC(2026, 9, 10, 12);
  await pay();
  await pay();
  clock.now = Date.UTC(2026, 9, 12, 12);
  expect(await cards()).toBe(120);
  await school.work();
  await pay();
  expect(await cards()).toBe(180);
  const tenth = db.updateTable('ledgerdays').where('startsat', '=', Date.UTC(2026, 9, 10));
  await tenth.where('kind', '=', 'charge').set({ amount: 13_000 }).execute();
  expect(await cards()).toBe(190);
  // A day of which no sum is kept is added up, with all that come after it.
  await db
    .deleteFrom('ledgerdays')
    .where('startsat', '=', Date.UTC(2026, 9, 9))
    .execute();
  expect(await cards()).toBe(180);
});

test.runIf(inject('dialect') === 'sqlite')(
  'they are found by when they moved: nearly all of a ledger is of one kind',
  async () => {
    const page = movedIn(school.db, span, 'card')
      .orderBy('createdat', 'desc')
      .orderBy('_id', 'desc')
      .limit(26);
    expect(await explain(page)).toEqual([
      expect.stringContaining('ledger_sums (createdat>? AND createdat<?)'),
      expect.stringContaining('LAST TERM OF ORDER BY'),
    ]);
  },
);
