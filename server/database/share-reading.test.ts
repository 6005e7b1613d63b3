import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tokenKeys } from '#server/auth/token-keys.ts';
import { openTestSchool, type TestSchool } from '#tests/support/school.ts';
import { shareReading } from './share-reading.ts';
import { apart, transactWhole } from './transact.ts';

/* What is read once for all callers, and a transaction of several calls that has the only connection. */

const STALE_MS = 10 * 60_000;
const PATIENCE_MS = 5000;

let school: TestSchool;
beforeAll(async () => {
  school = await openTestSchool();
});
afterAll(() => school.close());

const inTime = <T>(work: Promise<T>) =>
  Promise.race([work, sleep(PATIENCE_MS, 'waits for ever' as const, { ref: false })]);

test.each([
  ['the school', () => school.readSchool],
  ['the keys of tokens', () => tokenKeys(school.db, () => school.clock.now)],
] as const)(
  'a transaction of several calls waits for no reading of %s that another has begun',
  async (_, of) => {
    const read = of();
    await read();
    school.clock.now += STALE_MS;
    const others: Promise<unknown>[] = [];
    const work = transactWhole(school.db, async () => {
      // As a request does that came meanwhile: it waits for the connection.
      others.push(apart(() => read()));
      return read();
    });
    expect(await inTime(work)).toEqual(await inTime(Promise.all(others).then(([other]) => other)));
    expect(await inTime(work)).not.toBe('waits for ever');
  },
);

test('what is read within it is not what others are given, who share theirs', async () => {
  let readings = 0;
  const share = shareReading<number, number>(async () => ++readings);
  const isCurrent = () => true;
  await transactWhole(school.db, async () => {
    expect(await share(0, isCurrent)).toBe(1);
  });
  expect(await Promise.all([share(0, isCurrent), share(0, isCurrent)])).toEqual([2, 2]);
  await transactWhole(school.db, async () => {
    expect(await share(0, isCurrent)).toBe(2);
  });
  expect(await share(0, () => false)).toBe(3);
});
