import { afterAll, beforeAll, expect, test } from 'vitest';
import { CardRefusal } from '#server/services/card-payments.ts';
import { openTestSchool, type TestSchool } from '#tests/support/school.ts';
import { openCatchUp } from './catch-up.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await openTestSchool();
});
afterAll(() => school.close());

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

test('a key that may not list events is retried less and less often, at least once an hour, and as usual once it may', async () => {
  let asked = 0;
  let mayList = false;
  const list = school.payments.cards.listEvents;
  const cards = {
    ...school.payments.cards,
    async *listEvents(of: Parameters<typeof list>[0]) {
      asked += 1;
      if (!mayList) throw new CardRefusal('This key may not list events.');
      yield* list(of);
    },
  };
  const catchUp = openCatchUp({ ...school.payments, cards });
  const askedIn = async (ms: number, stepMs: number) => {
    const before = asked;
    for (const end = school.clock.now + ms; school.clock.now < end; school.clock.now += stepMs) {
      await catchUp().catch((error) => {
        if (!(error instanceof CardRefusal)) throw error;
      });
    }
    return asked - before;
  };
  expect(await askedIn(MINUTE_MS, 2000)).toBe(5);
  await askedIn(HOUR_MS, 2000);
  expect(await askedIn(24 * HOUR_MS, MINUTE_MS)).toBe(24);
  // A clock that is set back does not make it wait longer.
  school.clock.now -= 24 * HOUR_MS;
  expect(await askedIn(24 * HOUR_MS, MINUTE_MS)).toBe(24);
  mayList = true;
  await askedIn(HOUR_MS, MINUTE_MS);
  expect(await askedIn(HOUR_MS, MINUTE_MS)).toBe(4);
});
