import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest';
import { FAMILY_HOLDS_MIN } from '#contract/payments/calls.ts';
import { insertWebhook } from '#server/features/webhooks/queries.ts';
import { addChildBy } from '#tests/support/families.ts';
import { mailsOf } from '#tests/support/mails.ts';
import { enrol, start } from '#tests/support/pay.ts';
import {
  openTestSchool,
  type Person,
  type TestSchool,
  testWithWaitlist as test,
} from '#tests/support/school.ts';
import { seatsOf } from '#tests/support/seats.ts';
import { addLesson } from '#tests/support/timetable.ts';
import { addInstrument } from '#tests/support/wishes.ts';

/* Places of classes that are held for those who wished for them. */

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const TUESDAY = [{ weekday: 2, from: '16:00', to: '18:00' }];

let school: TestSchool;
let admin: Person;
let teacher: Person;
let cello: string;

beforeAll(async () => {
  school = await openTestSchool();
  [admin, teacher] = [await school.signIn('admin'), await school.signIn('instructor')];
});
beforeEach(async () => {
  school.clock.now = Date.UTC(2026, 8, 1, 12);
  for (const table of ['waitlist', 'wishes', 'instruments', 'mails'] as const)
    await school.db.deleteFrom(table).execute();
  cello = await addInstrument(school, 'Cello');
});
afterAll(() => school.close());

const student = () => school.signIn('student') as Promise<Person>;
const wish = async (me: Person, fields: object = {}): Promise<string> => {
  // Each at a moment of its own: the order of wishes is that of their moments.
  school.clock.now += 1;
  const asked = { learnerid: me.learnerid, instrument: cello, hours: TUESDAY, ...fields };
  return (await me.call('POST', '/wishes', asked)).body.insertedId;
};
const wishers = async (count: number): Promise<Person[]> => {
  const people = await Promise.all(Array.from({ length: count }, student));
  for (const one of people) await wish(one);
  return people;
};
const approve = (id: string) => admin.call('PUT', `/class/approved/${id}`, {});
const invite = (classid: string, by = admin) => by.call('POST', '/wishes/invite', { classid });
const offers = async (me: Person) =>
  (await me.call('GET', `/waitlist/${me.email}`)).body.map(
    ({ classid, state, offeruntil }: Record<string, string>) => [classid, state, offeruntil],
  );
/** Which of these have a place of the class held. */
const holders = async (people: readonly Person[], classid: string) => {
  const has = await Promise.all(
    people.map(async (me) => (await offers(me)).some(([id]: string[]) => id === classid)),
  );
  return has.map((yes) => (yes ? 1 : 0)).join('');
};
const refusal = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code];
const seats = (classid: string) => seatsOf(school.db, classid);

/** A class that a teacher makes of what is wished for, with its first lesson on a Tuesday at four. */
async function made(availableseat: number, fields: object = {}, lesson: object = {}): Promise<string> {
  const { body } = await teacher.call('POST', '/addclass', {
    ...{ classname: 'Cello for beginners', price: '60', image: '', availableseat },
    ...{ level: 'Beginner', group: 'Kids', instrumentids: [cello], forwishers: true, ...fields },
  });
  await addLesson(school.db, { classid: body.insertedId, day: '2026-09-15', ...lesson });
  return body.insertedId;
}

/** One that is approved and was not made of wishes. */
async function other(availableseat: number): Promise<string> {
  const { _id } = await school.addClass({ availableseat });
  await school.db.insertInto('classinstruments').values({ classid: _id, instrumentid: cello }).execute();
  await addLesson(school.db, { classid: _id, day: '2026-09-15' });
  return _id;
}

const until = (ms: number) => new Date(school.clock.now + ms).toISOString();

describe('a class that is made of wishes', () => {
  test('holds its places from its approval on, for three days, in the order of the wishes', async () => {
    const people = await wishers(3);
    const classid = await made(2);
    expect(await holders(people, classid)).toBe('000');
    expect(await seats(classid)).toMatchObject({ free: 2, held: 0 });
    expect((await approve(classid)).status).toBe(200);
    expect(await holders(people, classid)).toBe('110');
    expect(await offers(people[0] as Person)).toEqual([[classid, 'offered', until(3 * DAY_MS)]]);
    expect(await seats(classid)).toMatchObject({ free: 0, held: 2 });
    // A stranger waits behind them.
    expect(refusal(await start(await student(), classid))).toEqual([409, 'class-full']);
  });

  test('is one to the office before it is approved', async () => {
    const [classid, plain] = [await made(2), await other(2)];
    const { items } = (await admin.call('GET', '/classes/search?limit=100')).body;
    const isOne = (id: string) => items.find(({ _id }: { _id: string }) => _id === id)?.ofwishes;
    expect([isOne(classid), isOne(plain)]).toEqual([true, false]);
  });

  test('tells them first, and by mail', async () => {
    const [first, second] = (await wishers(2)) as [Person, Person];
    const classid = await made(1);
    await approve(classid);
    const [mail] = await mailsOf(school, first.email);
    expect(mail?.subject).toContain('As you wished: Cello for beginners');
    expect(mail?.text).toContain('a place in it is held for you before everyone else');
    expect(await mailsOf(school, second.email)).toEqual([]);
  });

  test('gives the place of one who lets it pass, or declines, to the next', async () => {
    const people = (await wishers(4)) as [Person, Person, Person, Person];
    const classid = await made(2);
    await approve(classid);
    const [{ _id }] = (await people[0].call('GET', `/waitlist/${people[0].email}`)).body;
    school.clock.now += DAY_MS;
    await people[0].call('DELETE', `/waitlist/${_id}`);
    expect(await holders(people, classid)).toBe('0110');
    expect(await offers(people[2])).toEqual([[classid, 'offered', until(2 * DAY_MS)]]);
    // After three days the rest is everyone’s.
    school.clock.now += 2 * DAY_MS;
    await school.work();
    expect(await holders(people, classid)).toBe('0000');
    expect(await seats(classid)).toMatchObject({ free: 2, held: 0 });
    // The wish of one who was not asked stands.
    expect((await people[3].call('GET', '/wishes')).body.items).toHaveLength(1);
  });

  test('is held whole three days: workers do not cut an offer short', async () => {
    const [first] = (await wishers(1)) as [Person];
    const classid = await made(1);
    await approve(classid);
    await school.work();
    school.clock.now += 3 * DAY_MS - 1;
    await school.work();
    expect(await holders([first], classid)).toBe('1');
    school.clock.now += 1;
    await school.work();
    expect(await holders([first], classid)).toBe('0');
  });

  test('a place that comes free late is held a day at least', async () => {
    const people = (await wishers(2)) as [Person, Person];
    const classid = await made(1);
    await approve(classid);
    school.clock.now += 3 * DAY_MS - HOUR_MS;
    const [{ _id }] = (await people[0].call('GET', `/waitlist/${people[0].email}`)).body;
    await people[0].call('DELETE', `/waitlist/${_id}`);
    expect(await offers(people[1])).toEqual([[classid, 'offered', until(DAY_MS)]]);
  });

  test('ends the wish of who takes the place, and none other', async () => {
    const [first, second] = (await wishers(2)) as [Person, Person];
    const classid = await made(2);
    await approve(classid);
    await enrol(school, first, classid);
    expect((await first.call('GET', '/wishes')).body.items).toEqual([]);
    expect((await second.call('GET', '/wishes')).body.items).toHaveLength(1);
    expect(await seats(classid)).toMatchObject({ free: 0, held: 1, taken: 1 });
  });

  test('is for the first of each family before the second of any', async () => {
    const [parent, single] = (await wishers(1)).concat(await student()) as [Person, Person];
    const sibling = await addChildBy(parent, { born: '2017-01-02' });
    await wish(parent, { learnerid: sibling });
    await wish(single);
    const classid = await made(2);
    await approve(classid);
    expect(await holders([parent, single], classid)).toBe('11');
  });

  test('holds no more places for one family than it may have held', async () => {
    const parent = await student();
    for (let at = 0; at < 6; at++)
      await wish(parent, { learnerid: await addChildBy(parent, { born: '2017-01-02' }) });
    const classid = await made(10);
    await approve(classid);
    expect(await seats(classid)).toMatchObject({ held: FAMILY_HOLDS_MIN, free: 10 - FAMILY_HOLDS_MIN });
  });

  test.each([
    ['an instrument', {}, {}, { instrument: 'other' }],
    ['a level', {}, {}, { level: 'Advanced' }],
    ['a group', {}, {}, { group: 'Adults' }],
    ['a weekday', {}, { day: '2026-09-16' }, {}],
    ['an hour', {}, { starttime: '17:30' }, {}],
    ['an age', { agefrom: 6, ageto: 9 }, {}, {}],
  ])('passes over a wish for another or without %s', async (_, fields, lesson, wished) => {
    const me = await student();
    const instrument = await addInstrument(school, 'Harp');
    await wish(me, { ...wished, ...('instrument' in wished && { instrument }) });
    const classid = await made(1, fields, lesson);
    await approve(classid);
    expect(await holders([me], classid)).toBe('0');
    expect(await seats(classid)).toMatchObject({ free: 1, held: 0 });
  });

  test('fits a wish for its level and group, and a child of its age, by one lesson of several', async () => {
    const me = await student();
    const child = await addChildBy(me, { born: '2018-05-02' });
    await wish(me, { learnerid: child, level: 'Beginner', group: 'Kids' });
    const classid = await made(1, { agefrom: 6, ageto: 9 }, { day: '2026-09-10' });
    await addLesson(school.db, { classid, day: '2026-09-22', starttime: '17:00', minutes: 60 });
    await approve(classid);
    expect(await holders([me], classid)).toBe('1');
  });

  test('holds nothing for a wish that was made once it was there, nor for one without the place’s family', async () => {
    const classid = await made(3);
    const [leaving] = (await wishers(1)) as [Person];
    await school.db
      .updateTable('users')
      .set({ leavesat: school.clock.now })
      .where('_id', '=', leaving.user._id)
      .execute();
    await approve(classid);
    school.clock.now += HOUR_MS;
    const [late] = (await wishers(1)) as [Person];
    await teacher.call('PUT', `/class/update/${classid}`, { description: 'For small hands.' });
    expect(await holders([leaving, late], classid)).toBe('00');
  });

  test('that is denied keeps what was told, and takes back what was not', async () => {
    const people = (await wishers(2)) as [Person, Person];
    const classid = await made(2);
    await approve(classid);
    await school.db
      .updateTable('mails')
      .set({ sentat: school.clock.now, workat: null })
      .where('kind', '=', 'wish-offered')
      .where('recipient', '=', people[0].email)
      .execute();
    await admin.call('PUT', `/class/denied/${classid}`, { feedback: 'Not yet.' });
    expect(await holders(people, classid)).toBe('10');
    expect(await seats(classid)).toMatchObject({ free: 1, held: 1 });
    // It comes back, and with it the turn of who was not told.
    await teacher.call('PUT', `/class/resubmit/${classid}`);
    school.clock.now += 5 * DAY_MS;
    await school.work();
    await approve(classid);
    expect(await holders(people, classid)).toBe('01');
    expect(await offers(people[1])).toEqual([[classid, 'offered', until(3 * DAY_MS)]]);
  });

  test('that is deleted holds nothing, and the wishes stand', async () => {
    const people = await wishers(2);
    const classid = await made(2);
    await approve(classid);
    await admin.call('DELETE', `/delete/${classid}`);
    expect(await holders(people, classid)).toBe('00');
    for (const one of people) expect((await one.call('GET', '/wishes')).body.items).toHaveLength(1);
  });
});

describe('an invitation', () => {
  test('does the same for any other class, once for each wish, and leaves a line without a name', async () => {
    const people = (await wishers(2)) as [Person, Person];
    const classid = await other(3);
    expect((await invite(classid)).body).toEqual({ held: 2 });
    expect(await offers(people[0])).toEqual([[classid, 'offered', until(3 * DAY_MS)]]);
    expect(refusal(await invite(classid))).toEqual([409, 'no-wish-fits']);
    const [{ _id }] = (await people[0].call('GET', `/waitlist/${people[0].email}`)).body;
    await people[0].call('DELETE', `/waitlist/${_id}`);
    // Who declined is not asked again.
    expect(refusal(await invite(classid))).toEqual([409, 'no-wish-fits']);
    const lines = (await admin.call('GET', '/changes?about=class')).body.items;
    expect(lines.filter(({ action }: { action: string }) => action === 'wishers-invited')).toMatchObject([
      { subjectid: classid, note: '2', actorname: admin.user.name },
    ]);
  });

  test('is refused where there is nothing to hold, and to teachers', async () => {
    await wishers(1);
    expect(refusal(await invite('none'))).toEqual([404, 'class-not-found']);
    const full = await school.addClass({ availableseat: 0, enrolledstudents: 1 });
    expect(refusal(await invite(full._id))).toEqual([409, 'class-full']);
    const pending = await school.addClass({ status: 'pending' });
    expect(refusal(await invite(pending._id))).toEqual([409, 'class-closed']);
    const over = await school.addClass({});
    await addLesson(school.db, { classid: over._id, day: '2026-08-04' });
    expect(refusal(await invite(over._id))).toEqual([409, 'class-over']);
    const without = await school.addClass({});
    expect(refusal(await invite(without._id))).toEqual([409, 'no-wish-fits']);
    expect((await invite(without._id, teacher)).status).toBe(403);
  });

  test('twice at once holds each place once', async () => {
    const people = await wishers(3);
    const classid = await other(2);
    const answers = await Promise.all([invite(classid), invite(classid)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await holders(people, classid)).toBe('110');
    expect(await seats(classid)).toMatchObject({ free: 0, held: 2 });
  });

  test('keeps the order where two take their places and one declines in the same moment', async () => {
    const people = (await wishers(5)) as [Person, Person, Person, Person, Person];
    const classid = await other(3);
    await invite(classid);
    const [{ _id }] = (await people[1].call('GET', `/waitlist/${people[1].email}`)).body;
    await Promise.all([
      enrol(school, people[0], classid),
      people[1].call('DELETE', `/waitlist/${_id}`),
      enrol(school, people[2], classid),
    ]);
    expect(await holders(people, classid)).toBe('00010');
    expect(await seats(classid)).toMatchObject({ free: 0, held: 1, taken: 2 });
  });

  test('asks no one who has a place, or waits for one', async () => {
    const [enrolled] = (await wishers(1)) as [Person];
    const classid = await other(2);
    await enrol(school, enrolled, classid);
    expect(refusal(await invite(classid))).toEqual([409, 'no-wish-fits']);
  });
});

describe('no name is given before the place is taken', () => {
  test('by any answer to the school, its keys and its webhooks', async () => {
    const [me] = (await wishers(1)) as [Person];
    const classid = await made(2);
    const hook = { url: 'https://office.example/', secret: 'whsec_', events: ['place.offered'] as const };
    await insertWebhook(school.db, { ...hook, ownerid: admin.user._id, now: school.clock.now });
    await approve(classid);
    const [{ _id }] = (await me.call('GET', `/waitlist/${me.email}`)).body;
    await school.db
      .updateTable('mails')
      .set({ lasterror: 'Mailbox full' })
      .where('kind', '=', 'wish-offered')
      .execute();
    const paths = [
      `/class/${classid}/waitlist`,
      `/class/history/${classid}`,
      '/changes',
      '/mails/failed',
      '/mails/failed/page',
      '/wishes/grid',
      `/rosters/${classid}`,
    ];
    for (const path of paths)
      for (const reader of [teacher, admin, await school.signIn('office')]) {
        const { status, body } = await reader.call('GET', path);
        if (reader === admin) expect([path, status]).toEqual([path, 200]);
        for (const name of [me.user.name, me.email, me.learnerid, _id])
          expect(JSON.stringify(body)).not.toContain(name);
      }
    const key = { name: 'Website sync', scopes: ['waitlist:read', 'people:read'] };
    const { secret } = (await admin.call('POST', '/keys', key)).body;
    const listed = await school.app.inject({
      url: `/api/v1/waitlist?classid=${classid}`,
      headers: { authorization: `Bearer ${secret}` },
    });
    expect([listed.statusCode, listed.json().items]).toEqual([200, []]);
    for (const call of [
      ['POST', `/waitlist/${_id}/offer`],
      ['DELETE', `/class/waitlist/${_id}`],
    ] as const)
      expect(refusal(await admin.call(call[0], call[1]))).toEqual([404, 'waiting-not-found']);
    expect(await school.db.selectFrom('webhookmessages').selectAll().execute()).toEqual([]);
    const noted = school.db
      .selectFrom('revisions')
      .select('id')
      .where('kind', '=', 'waitlist')
      .where('id', '=', _id);
    expect(await noted.execute()).toEqual([]);
    // Then it is a place like any other.
    await enrol(school, me, classid);
    expect(JSON.stringify((await admin.call('GET', `/rosters/${classid}`)).body)).toContain(me.user.name);
  });
});

describe('two entries of one child that are merged', () => {
  test('have one place held, and the merge tells the office of none', async () => {
    const parent = await student();
    const [child, twin] = [
      await addChildBy(parent, { firstname: 'Mika', born: '2017-01-02' }),
      await addChildBy(parent, { firstname: 'Mica', born: '2017-01-02' }),
    ];
    for (const learnerid of [child, twin]) await wish(parent, { learnerid });
    const classid = await made(2);
    await approve(classid);
    const asked = { keep: child, drop: twin };
    const dry = (await admin.call('POST', '/families/merge?dry=1', asked)).body;
    expect(dry.moved).toMatchObject({ waitlist: 0 });
    expect(JSON.stringify(dry)).not.toContain('Cello');
    const { status, body } = await admin.call('POST', '/families/merge', asked);
    expect([status, body.moved.waitlist]).toEqual([200, 0]);
    while ((await school.work()) > 0);
    expect(await seats(classid)).toMatchObject({ free: 1, held: 1 });
    expect(await holders([parent], classid)).toBe('1');
    expect((await parent.call('GET', '/wishes')).body.items).toHaveLength(2);
  });

  test('keep a place that only one of them has held, and it goes back with the undoing', async () => {
    const parent = await student();
    const [child, twin] = [
      await addChildBy(parent, { firstname: 'Mika', born: '2017-01-02' }),
      await addChildBy(parent, { firstname: 'Mica', born: '2017-01-02' }),
    ];
    await wish(parent, { learnerid: twin });
    const classid = await made(1);
    await approve(classid);
    const holder = async () =>
      (await parent.call('GET', `/waitlist/${parent.email}`)).body.map(
        ({ learnerid }: { learnerid: string }) => learnerid,
      );
    const { insertedId } = (await admin.call('POST', '/families/merge', { keep: child, drop: twin })).body;
    expect(await holder()).toEqual([child]);
    expect((await admin.call('DELETE', `/families/merge/${insertedId}`)).status).toBe(200);
    expect(await holder()).toEqual([twin]);
  });
});
