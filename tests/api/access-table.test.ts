import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint, KeyScope } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.schema.ts';
import { KEY_SCOPES } from '#contract/keys/calls.ts';
import {
  type Actor,
  ANSWERS,
  EXCEPTIONS,
  type KeyActor,
  NEEDS,
  type TableRow,
  table,
  type World,
} from '#tests/support/call-table.ts';
import { makeWorld, type People } from '#tests/support/call-world.ts';
import { everyRowOf } from '#tests/support/every-row.ts';
import { bodyToSend } from '#tests/support/form-body.ts';
import { openTestSchool, type TestSchool } from '#tests/support/school.ts';

/*
 * Every call × every role, as `call-table.ts` derives it from the contract. Where a cell refuses, the
 * database must be as before.
 */

let school: TestSchool;
let people: People;
let tokens: Record<Actor, string | undefined>;
let everything: () => Promise<string>;

beforeAll(async () => {
  school = await openTestSchool();
  everything = await everyRowOf(school.db);
  people = {
    student: await school.signIn('student'),
    otherStudent: await school.signIn('student'),
    instructor: await school.signIn('instructor'),
    otherInstructor: await school.signIn('instructor'),
    office: await school.signIn('office'),
    admin: await school.signIn('admin'),
  };
  const { claims } = people.admin;
  const now = school.clock.now;
  school.clock.now = now - 2 * 60 * 60 * 1000;
  const expired = await school.tokens.issue(claims);
  school.clock.now = now;
  const forged = await new SignJWT({ sid: claims.signinid, uid: claims.uid, epoch: claims.epoch })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
    .setSubject(claims.userid)
    .setIssuer('cadenza')
    .setAudience('cadenza-api')
    .setExpirationTime(Math.floor(now / 1000) + 3600)
    .sign(new Uint8Array(32));
  const keys = Object.fromEntries(
    await Promise.all(
      KEY_SCOPES.map(async (scope) => [`${scope} key`, (await addKey(scope)).secret] as const),
    ),
  ) as Record<KeyActor, string>;
  const revoked = await addKey('read');
  await people.admin.call('DELETE', `/keys/${revoked._id}`);
  // Cells end all that an admin of theirs has set up.
  const { user: keeper } = await school.signIn('admin');
  await school.db.updateTable('apikeys').set({ ownerid: keeper._id }).execute();
  tokens = {
    ...keys,
    'revoked key': revoked.secret,
    nobody: undefined,
    expired,
    forged,
    student: people.student.token,
    otherStudent: people.otherStudent.token,
    instructor: people.instructor.token,
    otherInstructor: people.otherInstructor.token,
    office: people.office.token,
    admin: people.admin.token,
  };
});

afterAll(() => school.close());

const addKey = async (scope: KeyScope): Promise<{ _id: string; secret: string }> =>
  (await people.admin.call('POST', '/keys', { name: scope, scopes: [scope] })).body;

test('what is written out is of calls that there are', () => {
  const names = [...Object.keys(NEEDS), ...Object.keys(ANSWERS), ...Object.keys(EXCEPTIONS)];
  expect(Object.keys(endpoints)).toEqual(expect.arrayContaining(names));
});

test('every call by which an admin reads of others says which key may make it', () => {
  const unsaid = Object.entries<Endpoint>(endpoints).filter(
    ([
      ,
      {
        method,
        config: { access },
      },
    ]) => {
      const isRead = method === 'GET' && typeof access === 'object' && access.admin === 'any';
      // What every student may call, too, is of the caller's own.
      return isRead && !access.student && !access.key;
    },
  );
  // What opens the school to other programs or to who is invited, what is not published or reviewed, who was written
  // to, how an account signs in, the caller's own page, when a teacher is busy, what families wish for, a family and
  // the first screen, which are money and children in one, registers, in which families say of an illness,
  // recitals, which name children, and a rehearsal, which opens to who is told of it.
  const kept =
    /^\/((?:account\/)?busy|account\/profile|keys|webhooks|invitations|messages|blogs|rehearsal|reviews|today|recitals|registers|lessons\/:id\/register|wishes|families\/(:userid|owing|former)|users\/:id\/second-factor)\b/;
  expect(unsaid.map(([, { url }]) => url).filter((url) => !kept.test(url))).toEqual([]);
});

async function answerTo(actor: string, { method, path, body }: ReturnType<TableRow['request']>) {
  const token = tokens[actor as Actor];
  return school.app.inject({
    method: method as 'GET',
    url: `/api${path}`,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      'idempotency-key': crypto.randomUUID(),
    },
    ...(body !== undefined && { payload: bodyToSend(body as object) }),
  });
}

/** Has been changed by no call. */
let unchanged: World | undefined;

/** What to ask, of a world that no other call has changed. */
async function wantedOf(request: TableRow['request'], { isRefused }: { isRefused: boolean }) {
  unchanged ??= await makeWorld(school, people);
  const wanted = request(unchanged);
  if (!isRefused && wanted.method !== 'GET') unchanged = undefined;
  return wanted;
}

describe.each(Object.entries(table))('%s', (name, { request, cells }) => {
  const isRefused = ([, status]: [string, number]) => status >= 400;
  const refused = Object.entries(cells).filter(isRefused);
  const answered = Object.entries(cells).filter((cell) => !isRefused(cell));

  test.each(answered)('as %s answers %i', async (actor, status) => {
    const answer = await answerTo(actor, await wantedOf(request, { isRefused: false }));
    expect(answer.statusCode, `${name}: ${answer.body}`).toBe(status);
  });

  test.runIf(refused.length > 0)(`is refused as ${refused.map(([actor]) => actor).join(', ')}`, async () => {
    const wanted = await wantedOf(request, { isRefused: true });
    const before = await everything();
    for (const [actor, status] of refused) {
      const answer = await answerTo(actor, wanted);
      expect(answer.statusCode, `${name} as ${actor}: ${answer.body}`).toBe(status);
      expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
      expect(answer.json()).toMatchObject({ status, detail: expect.any(String), code: expect.any(String) });
    }
    expect(await everything(), name).toBe(before);
  });
});
