import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eraseAccount } from '#server/features/account/erase-account.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { addClass } from './change-class.ts';

let school: TestSchool;
let clara: Person;
let jonas: Person;
let admin: Person;

beforeAll(async () => {
  school = await openTestSchool();
  clara = await school.signIn('instructor');
  jonas = await school.signIn('instructor');
  admin = await school.signIn('admin');
});
afterAll(() => school.close());

const form = {
  classname: 'Cello for adults',
  image: '/i/cello.webp',
  price: '59.50',
  availableseat: 12,
  level: 'Advanced',
  group: 'Teens',
  description: 'Bring rosin.',
};

async function add(fields: object = {}): Promise<string> {
  const { body } = await clara.call('POST', '/addclass', { ...form, ...fields });
  return body.insertedId;
}
const read = async (id: string) => (await admin.call('GET', `/class/${id}`)).body;
const history = async (id: string, who = clara) => (await who.call('GET', `/class/history/${id}`)).body;

/** Later by a second, so that what happens next is the newest. */
const tick = () => {
  school.clock.now += 1000;
};

describe('an instructor', () => {
  test('adds a class as themselves, pending, whatever else is sent', async () => {
    const id = await add({
      instructoremail: jonas.email,
      status: 'approved',
      enrolledstudents: 7,
      feedback: 'x',
    });
    expect(await read(id)).toMatchObject({
      classname: 'Cello for adults',
      price: 59.5,
      availableseat: 12,
      level: 'Advanced',
      instructoremail: clara.email,
      instructorname: clara.user.name,
      status: 'pending',
      enrolledstudents: 0,
      feedback: null,
    });
  });

  test('who has deleted the account adds no class any more, not even one that was on its way', async () => {
    const { user, learnerid, claims } = await school.signIn('instructor');
    const { db, clock, erasing } = school;
    await eraseAccount(db, erasing, { uid: user.uid ?? '', now: clock.now });
    const input = { ...form, price: 5950, level: 'Advanced', group: 'Teens' } as const;
    const actor = { ...user, learnerid, signinid: claims.signinid };
    const late = addClass(db, input, { actor, now: clock.now });
    await expect(late).rejects.toMatchObject({ code: 'session-ended' });
  });

  test.each([
    ['classname', ''],
    ['image', 'javascript:alert(1)'],
    ['price', '-1'],
    ['price', '1.999'],
    ['availableseat', 1001],
    ['availableseat', 1.5],
  ])('is told which field is wrong: %s = %j', async (field, value) => {
    const answer = await clara.call('POST', '/addclass', { ...form, [field]: value });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-input', errors: [{ field }] } });
  });

  test('changes one field and every other stays', async () => {
    const id = await add();
    expect(await clara.call('PUT', `/class/update/${id}`, { price: 70 })).toMatchObject({ status: 200 });
    expect(await read(id)).toMatchObject({ price: 70, level: 'Advanced', group: 'Teens', availableseat: 12 });
  });

  test('cannot change, resubmit or look into the history of another instructor’s class', async () => {
    const { _id: id } = await school.addClass({ instructoremail: clara.email, status: 'denied' });
    for (const [method, path] of [
      ['PUT', `/class/update/${id}`],
      ['PUT', `/class/resubmit/${id}`],
      ['GET', `/class/history/${id}`],
    ] as const) {
      expect(await jonas.call(method, path, method === 'PUT' ? form : undefined)).toMatchObject({
        status: 403,
      });
    }
    expect(await read(id)).toMatchObject({ classname: 'Violin for beginners', status: 'denied' });
  });
});

describe('an admin who adds a class', () => {
  const addAs = (who: Person, fields: object) => who.call('POST', '/addclass', { ...form, ...fields });

  test('names the instructor who teaches it, however the address is written; it is pending, and the log says who added it', async () => {
    const { status, body } = await addAs(admin, { instructoremail: ` ${jonas.email.toUpperCase()} ` });
    expect(status).toBe(200);
    expect(await read(body.insertedId)).toMatchObject({
      instructoremail: jonas.email,
      instructorname: jonas.user.name,
      status: 'pending',
      enrolledstudents: 0,
      feedback: null,
    });
    expect(await history(body.insertedId, jonas)).toMatchObject([
      { action: 'added', after: 'pending', actorname: admin.user.name },
    ]);
  });

  test.each([undefined, '', null, 7, 'jonas'])(
    'and names nobody (%j) is told at the field',
    async (typed) => {
      expect(await addAs(admin, { instructoremail: typed })).toMatchObject({
        status: 400,
        body: {
          code: 'invalid-input',
          errors: [{ field: 'instructoremail', detail: 'Choose who teaches the class.' }],
        },
      });
    },
  );

  test('and names somebody who is no instructor is refused, and nothing is added', async () => {
    const student = await school.signIn('student');
    const before = await school.db.selectFrom('classes').select('_id').execute();
    for (const instructoremail of [student.email, admin.email, 'nobody@test.example'])
      expect(await addAs(admin, { instructoremail })).toMatchObject({
        status: 409,
        body: { code: 'not-an-instructor' },
      });
    expect(await school.db.selectFrom('classes').select('_id').execute()).toHaveLength(before.length);
  });

  test.each([undefined, 7, 'nobody@test.example'])(
    'changes nothing for instructors: theirs are their own, whom ever they name (%j)',
    async (instructoremail) => {
      const { body } = await addAs(clara, { instructoremail });
      expect(await read(body.insertedId)).toMatchObject({ instructoremail: clara.email });
    },
  );

  test('in the moment in which the instructor becomes a student: the class is added first, or not at all', async () => {
    for (let round = 0; round < 10; round++) {
      const hana = await school.signIn('instructor');
      const [added, own, changed] = await Promise.all([
        addAs(admin, { instructoremail: hana.email }),
        addAs(hana, {}),
        admin.call('PATCH', `/users/student/${hana.user._id}`),
      ]);
      expect(changed.status).toBe(200);
      expect([200, 409]).toContain(added.status);
      expect([200, 403]).toContain(own.status);
      const late = await addAs(admin, { instructoremail: hana.email });
      expect(late).toMatchObject({ status: 409, body: { code: 'not-an-instructor' } });
    }
  });
});

test('an instructor who has become a student adds no class any more, not even one that was on its way', async () => {
  const hana = await school.signIn('instructor');
  await admin.call('PATCH', `/users/student/${hana.user._id}`);
  const input = { ...form, price: 5950, level: 'Advanced', group: 'Teens' } as const;
  const actor = { ...hana.user, learnerid: hana.learnerid, signinid: hana.claims.signinid };
  const late = addClass(school.db, input, { actor, now: school.clock.now });
  await expect(late).rejects.toMatchObject({ code: 'forbidden' });
});

test('an admin submits a denied class again, so that it can be approved without its teacher', async () => {
  const id = await add();
  await admin.call('PUT', `/class/denied/${id}`);
  expect(await admin.call('PUT', `/class/resubmit/${id}`)).toMatchObject({ body: { status: 'pending' } });
  expect(await admin.call('PUT', `/class/approved/${id}`)).toMatchObject({ body: { status: 'approved' } });
});

describe('a denied class', () => {
  test('is revised and submitted again, and both sides see what was said', async () => {
    const id = await add();
    tick();
    await admin.call('PUT', `/class/denied/${id}`);
    tick();
    await admin.call('PUT', `/class/feedback/${id}`, { feedback: 'Fewer seats, please.' });
    tick();
    await clara.call('PUT', `/class/update/${id}`, { availableseat: 8 });
    tick();
    const answer = await clara.call('PUT', `/class/resubmit/${id}`);
    expect(answer).toMatchObject({
      status: 200,
      body: { status: 'pending', feedback: 'Fewer seats, please.' },
    });
    tick();
    await admin.call('PUT', `/class/approved/${id}`);

    const seen = await history(id);
    expect(seen).toEqual(await history(id, admin));
    expect(seen).toMatchObject([
      { action: 'approved', before: 'pending', after: 'approved', actorname: admin.user.name },
      { action: 'resubmitted', before: 'denied', after: 'pending', actorname: clara.user.name },
      { action: 'updated', note: 'availableseat', actorname: clara.user.name },
      { action: 'feedback', note: 'Fewer seats, please.', actorname: admin.user.name },
      { action: 'denied', before: 'pending', after: 'denied', actorname: admin.user.name },
      { action: 'added', after: 'pending', actorname: clara.user.name },
    ]);
  });

  test.each(['pending', 'approved'] as const)('alone can be: not a %s one', async (status) => {
    const { _id: id } = await school.addClass({ instructoremail: clara.email, status });
    expect(await clara.call('PUT', `/class/resubmit/${id}`)).toMatchObject({
      status: 409,
      body: { code: 'not-denied' },
    });
    expect(await read(id)).toMatchObject({ status });
    expect(await history(id)).toEqual([]);
  });
});

describe('an admin', () => {
  test('decides once: a class that is not pending is refused', async () => {
    const id = await add();
    expect(await admin.call('PUT', `/class/denied/${id}`)).toMatchObject({ body: { status: 'denied' } });
    for (const decision of ['approved', 'denied']) {
      expect(await admin.call('PUT', `/class/${decision}/${id}`)).toMatchObject({
        status: 409,
        body: { code: 'already-decided' },
      });
    }
    expect(await read(id)).toMatchObject({ status: 'denied' });
    expect(await admin.call('PUT', '/class/approved/nowhere')).toMatchObject({ status: 404 });
  });

  test('and another who approve and deny at once: one decision holds, and only it is in the log', async () => {
    const other = await school.signIn('admin');
    for (let round = 0; round < 10; round++) {
      const id = await add();
      const seen = { version: (await read(id)).version };
      const answers = await Promise.all([
        admin.call('PUT', `/class/approved/${id}`, seen),
        other.call('PUT', `/class/denied/${id}`, seen),
        other.call('PUT', `/class/approved/${id}`, seen),
        admin.call('PUT', `/class/denied/${id}`, seen),
      ]);
      const won = answers.filter(({ status }) => status === 200);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
      expect((await read(id)).status).toBe(won[0]?.body.status);
      const decisions = (await history(id)).filter(
        ({ action }: { action: string }) => action === 'approved' || action === 'denied',
      );
      expect(decisions).toMatchObject([{ action: won[0]?.body.status }]);
    }
  });

  test('writes feedback at any time; nothing written is nothing given', async () => {
    const { _id: id } = await school.addClass({ instructoremail: clara.email, status: 'approved' });
    const given = await admin.call('PUT', `/class/feedback/${id}`, { feedback: '  Lovely.  ' });
    expect(given).toMatchObject({ status: 200, body: { feedback: 'Lovely.', status: 'approved' } });
    expect(await admin.call('PUT', `/class/feedback/${id}`, { feedback: '   ' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'feedback', detail: 'Write a feedback first.' }] },
    });
  });

  test('deletes a class once; the log keeps its name', async () => {
    const id = await add({ classname: 'Kazoo' });
    tick();
    expect(await admin.call('DELETE', `/delete/${id}`)).toMatchObject({
      status: 200,
      body: { deletedCount: 1 },
    });
    expect(await admin.call('DELETE', `/delete/${id}`)).toMatchObject({ status: 404 });
    expect(await admin.call('PUT', `/class/approved/${id}`)).toMatchObject({ status: 404 });
    const { items } = (await admin.call('GET', '/changes')).body;
    expect(items[0]).toMatchObject({
      about: 'class',
      subjectid: id,
      subjectname: 'Kazoo',
      action: 'deleted',
      actorname: admin.user.name,
      createdat: new Date(school.clock.now).toISOString(),
    });
  });
});

test('an update that changes nothing is not in the log', async () => {
  const id = await add();
  await clara.call('PUT', `/class/update/${id}`, form);
  expect(await history(id)).toMatchObject([{ action: 'added' }]);
});

test('a change and its line in the log come together or not at all', async () => {
  const id = await add();
  await school.db.schema.alterTable('changes').renameTo('elsewhere').execute();
  expect(await admin.call('PUT', `/class/approved/${id}`)).toMatchObject({ status: 500 });
  await school.db.schema.alterTable('elsewhere').renameTo('changes').execute();
  expect(await read(id)).toMatchObject({ status: 'pending' });
});
