import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestSchool, type Person, type TestSchool, testWithWaitlist } from '#tests/support/school.ts';
import { setSeats } from '#tests/support/seats.ts';

let school: TestSchool;
let clara: Person;
let admin: Person;
let otherAdmin: Person;
let student: Person;

beforeAll(async () => {
  school = await openTestSchool({ env: { ENROLMENT_PRICE: 'class' } });
  clara = await school.signIn('instructor');
  admin = await school.signIn('admin');
  otherAdmin = await school.signIn('admin');
  student = await school.signIn('student');
});
beforeEach(async () => {
  // Each test counts its own.
  await school.db.updateTable('classes').set({ deletedat: 1 }).execute();
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

const read = async (id: string) => (await admin.call('GET', `/class/${id}`)).body;
const update = (id: string, change: object) => clara.call('PUT', `/class/update/${id}`, change);
const decide = (what: 'approved' | 'denied' | 'accept', id: string, body?: object) =>
  admin.call('PUT', `/class/${what}/${id}`, body);
const changed = async () => (await admin.call('GET', '/classes/search?status=changed')).body;
const countedAsChanged = async () => (await admin.call('GET', '/reports/overview')).body.changed;
const offered = async () =>
  (await school.call('GET', '/classes/all')).body.map(({ classname }: { classname: string }) => classname);
const history = async (id: string) => (await admin.call('GET', `/class/history/${id}`)).body;

async function addPending(): Promise<string> {
  school.clock.now += 1000;
  return (await clara.call('POST', '/addclass', form)).body.insertedId;
}
async function addApproved(): Promise<string> {
  const id = await addPending();
  school.clock.now += 1000;
  expect(await decide('approved', id)).toMatchObject({ status: 200 });
  school.clock.now += 1000;
  return id;
}

describe('an approved class that its instructor turns into another', () => {
  test('is public at once, and admins see what was approved beside what it is now', async () => {
    const id = await addApproved();
    expect(await countedAsChanged()).toBe(0);
    await update(id, { classname: 'Poker Night', price: 999, availableseat: 300 });
    expect(await offered()).toEqual(['Poker Night']);
    expect(await countedAsChanged()).toBe(1);
    expect(await changed()).toMatchObject({
      total: 1,
      items: [
        {
          _id: id,
          status: 'approved',
          classname: 'Poker Night',
          price: 999,
          capacity: 300,
          changedat: new Date(school.clock.now).toISOString(),
          approvedas: {
            classname: 'Cello for adults',
            image: '/i/cello.webp',
            price: 59.5,
            capacity: 12,
            level: 'Advanced',
            group: 'Teens',
            description: 'Bring rosin.',
          },
        },
      ],
    });
    for (const path of [`/class/${id}`, '/classes/all']) {
      expect(JSON.stringify((await school.call('GET', path)).body)).not.toMatch(/approvedas|changedat/);
    }
  });

  test('is accepted by one admin once; the log says what', async () => {
    const id = await addApproved();
    await update(id, { classname: 'Viola', description: '' });
    const { version } = await read(id);
    const answers = await Promise.all(
      [admin, otherAdmin, admin].map((who) => who.call('PUT', `/class/accept/${id}`, { version })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('nothing-to-accept');
    expect(await countedAsChanged()).toBe(0);
    expect(
      (await history(id)).filter(({ action }: { action: string }) => action === 'accepted'),
    ).toMatchObject([{ note: 'classname, description' }]);
    expect(await offered()).toEqual(['Viola']);
    await update(id, { classname: 'Poker Night' });
    expect((await changed()).items).toMatchObject([{ approvedas: { classname: 'Viola', description: '' } }]);
  });

  test('is no longer changed when it is put back as it was', async () => {
    const id = await addApproved();
    await update(id, { price: 999 });
    const since = (await changed()).items[0].changedat;
    school.clock.now += 60_000;
    await update(id, { level: 'Beginner' });
    expect((await changed()).items[0].changedat).toBe(since);
    await update(id, { price: '59.50', level: 'Advanced' });
    expect(await changed()).toMatchObject({ total: 0 });
  });

  test('once more while an admin looks at it is not accepted unseen', async () => {
    const id = await addApproved();
    await update(id, { classname: 'Viola' });
    const { version } = await read(id);
    await update(id, { classname: 'Poker Night' });
    expect(await decide('accept', id, { version })).toMatchObject({
      status: 409,
      body: { code: 'changed-meanwhile' },
    });
    expect(await countedAsChanged()).toBe(1);
    expect(await decide('accept', id, { version: (await read(id)).version })).toMatchObject({ status: 200 });
  });

  test('by nothing but selling seats is as it was approved', async () => {
    const { _id: id } = await school.addClass({ instructoremail: clara.email, availableseat: 4 });
    await setSeats(school.db, id, { free: 3, held: 0, taken: 1 });
    await update(id, { description: 'New words.' });
    expect((await changed()).items).toMatchObject([{ capacity: 4, approvedas: { capacity: 4 } }]);
    await update(id, { description: '' });
    expect(await countedAsChanged()).toBe(0);
  });
});

test.each(['pending', 'denied'] as const)('a %s class has nothing to accept', async (status) => {
  const { _id: id } = await school.addClass({ instructoremail: clara.email, status });
  await update(id, { classname: 'Viola' });
  expect(await decide('accept', id)).toMatchObject({ status: 409, body: { code: 'nothing-to-accept' } });
  expect(await decide('accept', 'nowhere')).toMatchObject({ status: 404 });
});

test('a pending class that is rewritten while an admin looks at it is not approved unseen', async () => {
  const id = await addPending();
  const { version } = await read(id);
  await update(id, { classname: 'Poker Night' });
  for (const decision of ['approved', 'denied'] as const) {
    expect(await decide(decision, id, { version })).toMatchObject({
      status: 409,
      body: { code: 'changed-meanwhile' },
    });
  }
  expect(await read(id)).toMatchObject({ status: 'pending' });
});

describe('what an admin changes of an approved class', () => {
  const adminUpdates = (id: string, change: object) => admin.call('PUT', `/class/update/${id}`, change);

  test('is approved with it, at once and without anybody else; the log says who', async () => {
    const id = await addApproved();
    expect(await adminUpdates(id, { classname: 'Viola', availableseat: 20 })).toMatchObject({ status: 200 });
    expect(await offered()).toEqual(['Viola']);
    expect(await countedAsChanged()).toBe(0);
    expect((await history(id))[0]).toMatchObject({
      action: 'updated',
      note: 'classname, availableseat',
      actorname: admin.user.name,
    });
    await update(id, { classname: 'Poker Night' });
    expect((await changed()).items).toMatchObject([{ approvedas: { classname: 'Viola', capacity: 20 } }]);
  });

  test('leaves what its instructor changed before to be looked at', async () => {
    const id = await addApproved();
    await update(id, { classname: 'Poker Night', description: 'Bring chips.', availableseat: 300 });
    const since = (await changed()).items[0].changedat;
    school.clock.now += 1000;
    await adminUpdates(id, { price: 70, description: 'Bring nothing.' });
    expect((await changed()).items).toMatchObject([
      {
        classname: 'Poker Night',
        changedat: since,
        approvedas: {
          classname: 'Cello for adults',
          price: 70,
          description: 'Bring nothing.',
          capacity: 12,
        },
      },
    ]);
    await adminUpdates(id, { classname: 'Cello for adults', availableseat: 12 });
    expect(await countedAsChanged()).toBe(0);
  });

  test('is nothing approved where the class is not', async () => {
    const id = await addPending();
    expect(await adminUpdates(id, { classname: 'Viola' })).toMatchObject({ status: 200 });
    expect(await read(id)).toMatchObject({ classname: 'Viola', status: 'pending' });
    expect(await countedAsChanged()).toBe(0);
    expect(await school.call('GET', `/class/${id}`)).toMatchObject({ status: 404 });
  });

  test('is refused where the class was changed since the admin read it, and where there is none', async () => {
    const id = await addApproved();
    const { version } = await read(id);
    await update(id, { price: 80 });
    expect(await adminUpdates(id, { price: 70, version })).toMatchObject({
      status: 409,
      body: { code: 'changed-meanwhile' },
    });
    expect(await adminUpdates('nowhere', { price: 70 })).toMatchObject({ status: 404 });
  });
});

describe('an approved class that an admin denies', () => {
  test('leaves the public list with the reason; enrolled students keep it', async () => {
    const id = await addApproved();
    await school.db.updateTable('classes').set({ price: 0 }).where('_id', '=', id).execute();
    expect(await student.call('POST', `/enrol/${id}`)).toMatchObject({ status: 200 });
    const denied = await decide('denied', id, { feedback: 'Not a music class.' });
    expect(denied).toMatchObject({
      status: 200,
      body: { status: 'denied', feedback: 'Not a music class.', enrolledstudents: 1 },
    });
    expect(await offered()).toEqual([]);
    expect(await school.call('GET', `/class/${id}`)).toMatchObject({ status: 404 });
    const { body } = await student.call('GET', `/enrolledclasses/${student.email}`);
    expect(body).toMatchObject([{ result: [{ _id: id, classname: 'Cello for adults' }] }]);
    const late = await school.signIn('student');
    const choice = { classid: id, email: late.email, enrolled: false };
    expect(await late.call('POST', '/select/class/', choice)).toMatchObject({
      status: 409,
      body: { code: 'class-closed' },
    });
    expect((await history(id))[0]).toMatchObject({
      action: 'denied',
      before: 'approved',
      after: 'denied',
      note: 'Not a music class.',
    });
    expect(await decide('denied', id)).toMatchObject({ status: 409, body: { code: 'already-decided' } });
  });

  test('is not changed any more, and is approved as it stands when it comes back', async () => {
    const id = await addApproved();
    await update(id, { classname: 'Poker Night' });
    await decide('denied', id);
    expect(await countedAsChanged()).toBe(0);
    await clara.call('PUT', `/class/resubmit/${id}`);
    expect(await countedAsChanged()).toBe(0);
    await decide('approved', id);
    expect(await countedAsChanged()).toBe(0);
    await update(id, { classname: 'Cello for adults' });
    expect((await changed()).items).toMatchObject([{ approvedas: { classname: 'Poker Night' } }]);
  });

  testWithWaitlist('gives its free seats to those who were waiting when it comes back', async () => {
    const { _id: id } = await school.addClass({
      instructoremail: clara.email,
      availableseat: 0,
      enrolledstudents: 1,
    });
    const waiting = await school.signIn('student');
    expect(await waiting.call('POST', '/waitlist', { classid: id })).toMatchObject({ status: 200 });
    await decide('denied', id);
    await update(id, { availableseat: 1 });
    const stateOf = async () =>
      school.db.selectFrom('waitlist').select('state').where('classid', '=', id).execute();
    expect(await stateOf()).toEqual([{ state: 'waiting' }]);
    await clara.call('PUT', `/class/resubmit/${id}`);
    await decide('approved', id);
    expect(await stateOf()).toEqual([{ state: 'offered' }]);
    expect(await read(id)).toMatchObject({ availableseat: 0 });
  });

  test('ends the time to pay of students who are paying', async () => {
    const { _id: id } = await school.addClass({ instructoremail: clara.email });
    const paying = await school.signIn('student');
    const body = { classid: id, email: paying.email, price: 120 };
    expect(await paying.call('POST', '/create-payment-intent', body)).toMatchObject({ status: 200 });
    await decide('denied', id);
    await school.work();
    expect(await read(id)).toMatchObject({ status: 'denied', availableseat: 10 });
  });

  test('in the moment in which another admin approves it is not denied by an admin who saw it pending', async () => {
    const id = await addPending();
    const { version } = await read(id);
    await otherAdmin.call('PUT', `/class/approved/${id}`, { version });
    expect(await decide('denied', id, { version })).toMatchObject({
      status: 409,
      body: { code: 'changed-meanwhile' },
    });
    expect(await read(id)).toMatchObject({ status: 'approved' });
  });
});

describe('an update form', () => {
  test('that was read before somebody else saved is refused; without a version it is not', async () => {
    const id = await addApproved();
    const { version } = await read(id);
    await update(id, { classname: 'Viola', version });
    expect(await update(id, { price: 70, version })).toMatchObject({
      status: 409,
      body: { code: 'changed-meanwhile' },
    });
    expect(await read(id)).toMatchObject({ price: 59.5 });
    expect(await update(id, { price: 70 })).toMatchObject({ status: 200 });
  });

  test('that was read before a seat was sold changes words, but not seats', async () => {
    const { _id: id } = await school.addClass({ instructoremail: clara.email, price: 0 });
    const { version } = await read(id);
    const buyer = await school.signIn('student');
    expect(await buyer.call('POST', `/enrol/${id}`)).toMatchObject({ status: 200 });
    expect(await update(id, { availableseat: 11, version })).toMatchObject({
      status: 409,
      body: { code: 'changed-meanwhile' },
    });
    expect(await update(id, { description: 'Bring rosin.', version })).toMatchObject({ status: 200 });
    expect(await read(id)).toMatchObject({ availableseat: 9, description: 'Bring rosin.' });
  });

  test('of two that are saved at once one is refused', async () => {
    for (let round = 0; round < 10; round++) {
      const id = await addApproved();
      const { version } = await read(id);
      const answers = await Promise.all([
        update(id, { price: 70, version }),
        update(id, { price: 80, version }),
        update(id, { classname: 'Viola', version }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    }
  });
});
