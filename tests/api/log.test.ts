import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.schema.ts';
import { type TableRow, table } from '#tests/support/call-table.ts';
import type { People } from '#tests/support/call-world.ts';
import { LOG_WALKS } from '#tests/support/log-walks.ts';
import {
  type CallName,
  callerOf,
  changingCalls,
  prepareCall,
  signInPeople,
} from '#tests/support/make-calls.ts';
import { openTestSchool, type TestSchool } from '#tests/support/school.ts';

/*
 * Every call that changes something leaves a line in the school's log, or says in the contract why not: a new
 * call that does neither fails here. The requests are those of `call-table.ts`; one that is only refused
 * there succeeds in `log-walks.ts`. That what programs write says which key is in `v1.test.ts`.
 */

const logged = changingCalls.filter(([, { schema }]) => schema.unlogged === undefined).map(([name]) => name);
const unlogged = changingCalls
  .filter(([, { schema }]) => schema.unlogged !== undefined)
  .map(([name]) => name);

let school: TestSchool;
let people: People;

beforeAll(async () => {
  school = await openTestSchool();
  people = await signInPeople(school);
});
afterAll(() => school.close());

const countLines = async () => (await school.db.selectFrom('changes').select('_id').execute()).length;

/** Makes a call; gives its status and how many lines it left. */
async function make(name: CallName) {
  const { request } = await prepareCall(school, people, name);
  const before = await countLines();
  return { status: await request(), lines: (await countLines()) - before };
}

test('every call that leaves a line and is only refused in the table is walked where it succeeds', () => {
  const refused = logged.filter((name) => !callerOf(table[name] as TableRow));
  expect(Object.keys(LOG_WALKS)).toEqual(expect.arrayContaining(refused));
});

test('a call that only reads gives no reason why it is not in the log', () => {
  const reads = Object.entries<Endpoint>(endpoints).filter(([, { method }]) => method === 'GET');
  expect(reads.filter(([, { schema }]) => schema.unlogged !== undefined)).toEqual([]);
});

describe('leaves a line in the log, or says in the contract why not', () => {
  test.each(logged)('%s', async (name) => {
    const { status, lines } = await make(name);
    expect(status).toBe(200);
    expect(lines).toBeGreaterThan(0);
  });
});

describe('leaves none, as the contract says', () => {
  test.each(unlogged)('%s', async (name) => {
    expect((await make(name)).lines).toBe(0);
  });
});
