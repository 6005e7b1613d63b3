import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openPostgres } from '#server/database/open.ts';
import type { Database } from '#server/database/schema.ts';
import { makePostgresDatabase } from '#tests/support/database.ts';
import { openDatabaseWay } from '#tests/support/database-way.ts';
import { confirmCard, enrol, record, start } from '#tests/support/pay.ts';
import { findDifferences } from '#tests/support/reconcile.ts';
import { type Answer, openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

/*
 * PostgreSQL does what it was asked, COMMIT among the rest, and the connection ends before its answer
 * arrives: at the first statement of a call, at the second, and so on to the last. Nobody can know whether it
 * happened, so the call says 503, and asking again must be right.
 */
const KEY_LEASE_MS = 15_000;

describe.runIf(inject('dialect') === 'postgres')('an answer of the database that is lost', () => {
  let way: Awaited<ReturnType<typeof openDatabaseWay>>;
  let school: TestSchool;

  beforeAll(async () => {
    way = await openDatabaseWay(await makePostgresDatabase());
    school = await openTestSchool({ records: openPostgres<Database>(way.url, { onCut: () => {} }) });
  });
  afterAll(async () => {
    await school.close();
    await way.close();
  });

  type Story = { before?: (person: Person) => Promise<unknown>; call: (person: Person) => Promise<Answer> };

  /**
   * Tells the story to a new person each time, losing the first answer, then the second, until there is none
   * left to lose.
   */
  async function tell(story: (seats: () => Promise<string>) => Promise<Story>) {
    let refused = 0;
    for (let nth = 1; ; nth++) {
      const seats = async () => (await school.addClass({ availableseat: 1 }))._id;
      const { before, call } = await story(seats);
      const person = await school.signIn('student');
      await before?.(person);
      way.loseAnswer(nth);
      const first = await call(person);
      if (way.keepAnswers()) return refused;
      if (first.status !== 200) {
        expect(first).toMatchObject({ status: 503, body: { code: expect.stringMatching(/unavailable$/) } });
        refused += 1;
        const second = await call(person);
        // The card service keeps a key for whoever may still be working under it.
        if (second.status === 503) school.clock.now += KEY_LEASE_MS;
        else expect(second).toMatchObject({ status: 200 });
        expect(await call(person)).toMatchObject({ status: 200 });
      }
    }
  }

  test('an order is begun once', async () => {
    const refused = await tell(async (seats) => {
      const classid = await seats();
      return { call: (person) => start(person, classid) };
    });
    expect(refused).toBeGreaterThan(4);
  });

  test('a payment is recorded once', async () => {
    const refused = await tell(async (seats) => {
      const classid = await seats();
      let id = '';
      return {
        before: async (person) => {
          id = (await confirmCard(school, (await start(person, classid)).body.clientSecret)).id;
        },
        call: (person) => record(person, classid, id),
      };
    });
    expect(refused).toBeGreaterThan(4);
  });

  test('a class is selected once, and waited for once', async () => {
    await tell(async (seats) => {
      const classid = await seats();
      return {
        call: (person) => person.call('POST', '/select/class/', { email: person.email, classid }),
      };
    });
    const full = await school.addClass({ availableseat: 0, enrolledstudents: 0 });
    await tell(async () => ({ call: (person) => person.call('POST', '/waitlist', { classid: full._id }) }));
  });

  test('and in the end the books are right', async () => {
    const last = await school.signIn('student');
    await enrol(school, last, (await school.addClass({ availableseat: 1 }))._id);
    for (let hour = 0; hour < 3; hour++) {
      school.clock.now += 60 * 60_000;
      while ((await school.work()) > 0);
    }
    expect(await findDifferences(school.db, school.db)).toEqual([]);
    const waits = await school.db.selectFrom('waitlist').select('learnerid').execute();
    expect(new Set(waits.map(({ learnerid }) => learnerid)).size).toBe(waits.length);
  });
});
