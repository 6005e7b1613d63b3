import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { openPostgres } from '#server/database/open.ts';
import { addCalls } from '#server/database/processes/call-counts.ts';
import type { AllTables } from '#server/database/tables.ts';
import { makePostgresDatabase } from '#tests/support/database.ts';
import { openTestSchool, type TestSchool } from '#tests/support/school.ts';
import { type Count, perMinute } from './limits.ts';

/* A limit holds for all processes on one database together. */

const MAX = 100;
const request = { ip: '198.51.100.1', raw: { socket: {} } };

let school: TestSchool;

beforeAll(async () => {
  school = await openTestSchool();
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => school.close());

let limits = 0;
/** Counters of as many processes, and how to wait for what they tell each other. */
function processes(count: number, add: typeof addCalls = addCalls) {
  const telling = new Set<Promise<unknown>>();
  const name = `test ${++limits}`;
  const counters = Array.from({ length: count }, () =>
    perMinute(MAX, {
      name,
      addCalls: (calls) => {
        const told = add(school.db, calls, Date.now());
        telling.add(told);
        return told;
      },
    }),
  );
  const settled = async () => {
    await Promise.allSettled(telling);
    telling.clear();
  };
  return { counters, settled };
}

const isLetThrough = (count: Count): boolean => {
  try {
    count(request);
    return true;
  } catch {
    return false;
  }
};

describe.each([1, 2, 4])('%i processes', (count) => {
  test('let through the limit, and at most a twentieth of it more for each', async () => {
    const { counters, settled } = processes(count);
    let passed = 0;
    for (let call = 0; call < 4 * MAX; call++) {
      for (const counter of counters) passed += Number(isLetThrough(counter));
      await settled();
    }
    expect(passed).toBeGreaterThanOrEqual(MAX);
    expect(passed).toBeLessThanOrEqual(MAX + (count * MAX) / 20);
  });

  test('begin again together when the minute is over', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { counters, settled } = processes(count);
    for (const minute of [1, 2]) {
      let passed = 0;
      for (let call = 0; call < 2 * MAX; call++) {
        for (const counter of counters) passed += Number(isLetThrough(counter));
        await settled();
      }
      expect(passed, `minute ${minute}`).toBeGreaterThanOrEqual(MAX);
      expect(passed, `minute ${minute}`).toBeLessThanOrEqual(MAX + (count * MAX) / 20);
      vi.setSystemTime(Date.now() + 60_000);
    }
  });
});

test('the subscribers of one IPv6 site have together four times what one of them has', () => {
  const count = perMinute(MAX);
  const from = (subscriber: number) => () =>
    count({ ip: `2001:db8:1:${subscriber.toString(16)}::1`, raw: { socket: {} } });
  for (let call = 0; call < MAX; call++) from(1)();
  expect(from(1)).toThrow('Too many requests');
  for (let call = MAX; call < 4 * MAX; call++) from(call)();
  expect(from(9999)).toThrow('Too many requests');
  expect(() => count({ ip: '2001:db8:2::1', raw: { socket: {} } })).not.toThrow();
});

test('who does not come near a limit costs the database nothing', async () => {
  const add = vi.fn<typeof addCalls>();
  const { counters } = processes(1, add);
  for (let call = 1; call < MAX / 20; call++) for (const counter of counters) counter(request);
  expect(add).not.toHaveBeenCalled();
});

test('a process that cannot tell the others counts by itself', async () => {
  const { counters, settled } = processes(2, () => Promise.reject(new Error('away')));
  let passed = 0;
  for (let call = 0; call < 2 * MAX; call++) {
    for (const counter of counters) passed += Number(isLetThrough(counter));
    await settled();
  }
  expect(passed).toBe(2 * MAX);
});

test.runIf(inject('dialect') === 'postgres')(
  'a person who calls two schools on one database in turn has 300 calls a minute, not 600',
  async () => {
    const url = await makePostgresDatabase();
    const open = () =>
      openTestSchool({
        records: openPostgres<AllTables>(url, { onCut: () => {} }),
        env: { RATE_LIMIT_FACTOR: '1' },
      });
    const schools = [await open(), await open()] as const;
    const { token } = await schools[0].signIn('student');
    const passed = [0, 0];
    for (let call = 0; call < 300; call++)
      for (const [at, { app }] of schools.entries()) {
        const headers = { authorization: `Bearer ${token}` };
        const { statusCode } = await app.inject({ url: '/api/account/sessions', headers });
        if (statusCode === 200) passed[at] = (passed[at] ?? 0) + 1;
      }
    const [one = 0, other = 0] = passed;
    expect(one + other).toBeGreaterThanOrEqual(300);
    // Two twentieths, and what was answered while they told each other.
    expect(one + other).toBeLessThan(400);
    for (const each of schools) await each.close();
  },
);
