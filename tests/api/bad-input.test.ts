import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Endpoint, Role } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.schema.ts';
import { KEY_SCOPES } from '#contract/keys/calls.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

/*
 * Every call with what no form ever sends: fields missing, of the wrong type, too long, with control
 * characters and lone surrogates, prototype keys. Whatever comes, the answer is an answer: never a 5xx, never
 * anything internal, and the records stay sound.
 */

const RUNS = 40;

let school: TestSchool;
let people: Record<Role, Person>;
let classid: string;
/** Of a key that may do all that keys may. */
let secret: string;

beforeAll(async () => {
  school = await openTestSchool();
});
// Afresh for each call: some of them end sessions or delete the caller's account.
beforeEach(async () => {
  people = {
    admin: await school.signIn('admin'),
    office: await school.signIn('office'),
    instructor: await school.signIn('instructor'),
    student: await school.signIn('student'),
  };
  await school.db.deleteFrom('apikeys').execute();
  const key = { name: 'Program', scopes: KEY_SCOPES };
  secret = (await people.admin.call('POST', '/keys', key)).body.secret;
  classid = (await school.addClass({ instructoremail: people.instructor.email }))._id;
});
afterAll(() => school.close({ typed: ['ref'] }));

const nasty = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    undefined,
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    'a'.repeat(5000),
    "'; drop table users; --",
    '<script>alert(1)</script>',
    'javascript:alert(1)',
    '//evil.example',
    'data:text/html,x',
    -1,
    0,
    0.001,
    1e21,
    2 ** 53,
    2 ** 31,
    1001,
    '1e3',
    '0x10',
    '60.555',
    true,
    [],
    {},
    { $gt: '' },
    ['a'],
  ),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.json().map((text) => JSON.parse(text) as unknown),
  fc.double(),
  fc.emailAddress(),
);

/**
 * Names of a call's own fields, those that the server decides, and those that mean something to JavaScript.
 */
function fieldsOf({ schema }: Endpoint): string[] {
  const shape = (schema.body as { shape?: Record<string, unknown> } | undefined)?.shape ?? {};
  return [
    ...Object.keys(shape),
    'role',
    'status',
    'enrolledstudents',
    '_id',
    '__proto__',
    'constructor',
    'email',
  ];
}

type Asked = [fields: Record<string, unknown>, part: string, isKnown: boolean, query: unknown, name: string];

/** Names of what a call reads in its address, and two that others read. */
const queriesOf = ({ schema }: Endpoint): string[] => [
  ...Object.keys((schema.querystring as { shape?: object } | undefined)?.shape ?? {}),
  'q',
  'after',
];

const segment = fc.oneof(
  fc.constantFrom('', '%00', '%ff', '..', '%2e%2e%2f', 'a'.repeat(400), '%F0%9F%8E%B5', "'--", '0'),
  fc.string({ unit: 'binary', maxLength: 40 }).map((text) => encodeURIComponent(text.toWellFormed())),
);

const calls = Object.entries(endpoints as Record<string, Endpoint>).filter(
  ([, { config }]) => config.access !== 'identity',
);

describe.each(calls)('%s', (_name, endpoint) => {
  test('answers whatever comes with an answer', async () => {
    const { access } = endpoint.config;
    const role =
      access === 'everyone' || access === 'identity' ? 'student' : (Object.keys(access)[0] as Role | 'key');
    const body = fc.dictionary(fc.constantFrom(...fieldsOf(endpoint)), nasty, { noNullPrototype: true });
    const names = queriesOf(endpoint);
    const one = fc.constantFrom(...names);
    await fc.assert(
      fc.asyncProperty(
        body,
        segment,
        fc.boolean(),
        nasty,
        one,
        async (fields, part, isKnown, query, name) => {
          const path = endpoint.url.replace(/:(\w+)/g, isKnown ? classid : part || 'x');
          const search = `?q=${encodeURIComponent((JSON.stringify(query) ?? '').toWellFormed())}&${name}=${part}`;
          const answer = await school.app.inject({
            method: endpoint.method,
            url: `/api${path}${search}`,
            headers: {
              authorization: `Bearer ${role === 'key' ? secret : people[role].token}`,
              'content-type': 'application/json',
              'idempotency-key': crypto.randomUUID(),
            },
            ...(endpoint.method !== 'GET' && { payload: JSON.stringify(fields) }),
          });
          expect(answer.statusCode, answer.body).toBeLessThan(500);
          expect(answer.body).not.toMatch(/sqlite|select |insert |node_modules|\.ts:\d/i);
          if (answer.statusCode >= 400)
            expect(answer.json()).toMatchObject({ code: expect.any(String), detail: expect.any(String) });
        },
      ),
      // PostgreSQL takes no text with this character, wherever it comes from.
      { numRuns: RUNS, examples: names.map((name): Asked => [{}, '%00', false, null, name]) },
    );
    await expectSound();
  });
});

/** What must hold of the records whatever was sent. */
async function expectSound() {
  const classes = await school.db.selectFrom('classes').selectAll().execute();
  for (const row of classes) {
    expect(row.availableseat + row.heldseats + row.enrolledstudents).toBe(row.capacity);
    expect(row.image).toMatch(/^(https?:\/\/|\/[a-z])/i);
  }
  const users = await school.db.selectFrom('users').select('role').execute();
  expect(users.filter(({ role }) => role === 'admin').length).toBeGreaterThanOrEqual(1);
  expect(Object.prototype).not.toHaveProperty('role');
}

test.each([
  ['a body that is no JSON', 'application/json', '{"email":', 400, 'invalid-json'],
  ['a body of another kind', 'text/plain', 'email=a', 415, 'unsupported-media-type'],
  [
    'a body above the limit',
    'application/json',
    JSON.stringify({ feedback: 'a'.repeat(300_000) }),
    413,
    'too-large',
  ],
  [
    'a very deep body',
    'application/json',
    `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
    400,
    'invalid-input',
  ],
  ['no body at all', undefined, undefined, 400, 'invalid-input'],
])('%s is refused in the one form', async (_title, type, payload, status, code) => {
  const answer = await school.app.inject({
    method: 'POST',
    url: '/api/select/class/',
    headers: { authorization: `Bearer ${people.student.token}`, ...(type && { 'content-type': type }) },
    ...(payload && { payload }),
  });
  expect(answer.statusCode).toBe(status);
  expect(answer.json()).toMatchObject({ status, code });
});

test('the name of a class is one line that reads as it is', async () => {
  for (const classname of ['Vio\nla', 'Vio\u202ela', 'Vio\tla', 'Vio\u2028la']) {
    const body = { classname, image: '/art/viola-480.webp', price: '20', availableseat: 3 };
    const answer = await people.instructor.call('POST', '/addclass', body);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'classname' }] } });
  }
});

test('fields the server decides are accepted and ignored, never stored', async () => {
  const answer = await people.instructor.call('POST', '/addclass', {
    classname: 'Viola',
    image: '/art/viola-480.webp',
    price: '20',
    availableseat: '3',
    status: 'approved',
    feedback: 'lovely',
    enrolledstudents: 40,
    instructoremail: 'other@test.example',
    instructorname: 'Other',
    _id: 'chosen',
    capacity: 900,
  });
  expect(answer.status).toBe(200);
  const { body } = await people.instructor.call('GET', `/class/${answer.body.insertedId}`);
  expect(body).toMatchObject({
    status: 'pending',
    feedback: null,
    enrolledstudents: 0,
    availableseat: 3,
    price: 20,
    instructoremail: people.instructor.email,
    instructorname: people.instructor.user.name,
  });
  expect(body._id).not.toBe('chosen');
});
