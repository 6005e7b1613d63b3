import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.schema.ts';
import { V1 } from '#contract/v1/calls.ts';
import { ACTORS, type TableRow, table } from '#tests/support/call-table.ts';
import { makeWorld, type People } from '#tests/support/call-world.ts';
import { bodyToSend } from '#tests/support/form-body.ts';
import { LOG_WALKS } from '#tests/support/log-walks.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

/*
 * Every call that changes something leaves a line in the school's log, or says in the contract why not: a new
 * call that does neither fails here. The requests are those of `call-table.ts`; one that is only refused
 * there succeeds in `log-walks.ts`.
 */

type Name = keyof typeof endpoints;

const changing = (Object.entries(endpoints) as [Name, Endpoint][]).filter(
  // What programs write leaves the line of the call by which it is done; `v1.test.ts` sees that it says which key.
  ([, { method, url }]) => method !== 'GET' && !url.startsWith(V1),
);
const logged = changing.filter(([, { schema }]) => schema.unlogged === undefined).map(([name]) => name);
const unlogged = changing.filter(([, { schema }]) => schema.unlogged !== undefined).map(([name]) => name);

let school: TestSchool;
let people: People;

beforeAll(async () => {
  school = await openTestSchool();
  people = {
    student: await school.signIn('student'),
    otherStudent: await school.signIn('student'),
    instructor: await school.signIn('instructor'),
    otherInstructor: await school.signIn('instructor'),
    office: await school.signIn('office'),
    admin: await school.signIn('admin'),
  };
});
afterAll(() => school.close());

const countLines = async () => (await school.db.selectFrom('changes').select('_id').execute()).length;

/**
 * Whose call is sure to leave a line: an admin's, or that of the first who is answered with success;
 * undefined where none is.
 */
const callerOf = ({ cells }: TableRow) => (['admin', ...ACTORS] as const).find((actor) => cells[actor] < 400);

const tokenOf = (actor: string | undefined) =>
  actor !== undefined && actor in people ? people[actor as keyof People].token : undefined;

/** Makes the call of the table; gives its status and how many lines it left. */
async function make(name: Name) {
  const row = table[name] as TableRow;
  const actor = callerOf(row);
  const { method, path, body } = row.request(await makeWorld(school, people));
  const token = tokenOf(actor);
  const before = await countLines();
  const { statusCode } = await school.app.inject({
    method: method as 'GET',
    url: `/api${path}`,
    headers: token ? { authorization: `Bearer ${token}` } : {},
    ...(body !== undefined && { payload: bodyToSend(body as object) }),
  });
  return { status: statusCode, lines: (await countLines()) - before };
}

/** The same where it succeeds. */
async function walk(name: Name, by: Person) {
  const walked = LOG_WALKS[name];
  if (!walked) throw new Error(`${name}: when does it succeed?`);
  const { by: caller, of, body } = await walked(school, by);
  const { method, url } = endpoints[name];
  const before = await countLines();
  const path = url.replace(/:\w+(\/:\w+)*/, of);
  const { status } = await caller.call(method, path, body);
  return { status, lines: (await countLines()) - before };
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
    const { status, lines } = LOG_WALKS[name] ? await walk(name, people.admin) : await make(name);
    expect(status).toBe(200);
    expect(lines).toBeGreaterThan(0);
  });
});

describe('leaves none, as the contract says', () => {
  test.each(unlogged)('%s', async (name) => {
    expect((await make(name)).lines).toBe(0);
  });
});
