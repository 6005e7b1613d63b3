import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { itemsIn } from '#contract/payments/payment-path.ts';
import { eraseAccount } from '#server/features/account/erase-account.ts';
import { say, wordedBy } from '#server/jobs/letter.ts';
import { enrol, start } from '#tests/support/pay.ts';
import { addChild } from '#tests/support/people.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { seatsOf } from '#tests/support/seats.ts';
import { KEPT_MS, OFFER_MS } from './queries.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await openTestSchool();
});
afterAll(() => school.close());

const seats = (classid: string) => seatsOf(school.db, classid);
const lines = async (person: Person) => (await person.call('GET', `/waitlist/${person.email}`)).body;
const states = async (person: Person) =>
  (await lines(person)).map(({ state }: { state: string }) => state).join(' ');
const students = (count: number) =>
  Promise.all(Array.from({ length: count }, () => school.signIn('student'))) as Promise<
    [Person, Person, Person, ...Person[]]
  >;

/** A parent with so many children. */
async function family(count: number) {
  const parent = await school.signIn('student');
  const children: string[] = [];
  for (let at = 0; at < count; at++)
    children.push(
      await addChild(school.db, { userid: parent.user._id, firstname: `Child${at}`, lastname: 'Sol' }),
    );
  return { parent, children };
}
type Family = Awaited<ReturnType<typeof family>>;

function together({ parent, children }: Family, classid: string, learnerids = children) {
  // Ids of one moment come in any order.
  school.clock.now += 1;
  return parent.call('POST', '/waitlist/together', { classid, learnerids });
}

/** A full class, with those who sit in it. */
async function fullClass(size: number) {
  const { _id: classid } = await school.addClass({ classname: 'Bassoon', availableseat: size });
  const holders = await students(size);
  const enrolments: string[] = [];
  for (const holder of holders) enrolments.push((await enrol(school, holder, classid)).enrolment);
  /** One after the other leaves the class. */
  const cancel = async () => {
    const enrolment = enrolments.shift();
    const holder = holders.shift();
    expect((await holder?.call('POST', `/enrolments/${enrolment}/cancel`))?.status).toBe(200);
    school.clock.now += 1;
  };
  return { classid, cancel };
}

/** Waits alone, behind everybody who waits already. */
async function waitAlone(person: Person, classid: string) {
  school.clock.now += 1;
  expect((await person.call('POST', '/waitlist', { classid })).status).toBe(200);
  school.clock.now += 1;
}

const byLearner = (one: { learnerid: string }, other: { learnerid: string }) =>
  one.learnerid < other.learnerid ? -1 : 1;

describe('waiting together', () => {
  test('is one place in line, which is kept however often it is asked for', async () => {
    const { classid } = await fullClass(3);
    const [first] = await students(1);
    await waitAlone(first, classid);
    const sols = await family(2);
    const { status, body } = await together(sols, classid);
    expect(status).toBe(200);
    expect(body).toMatchObject(
      sols.children.map((learnerid, at) => ({
        learnerid,
        learnername: `Child${at} Sol`,
        state: 'waiting',
        position: 2,
        groupid: body[0].groupid,
      })),
    );
    expect((await together(sols, classid, sols.children.toReversed())).body).toEqual(body);
    const [next] = await students(1);
    await waitAlone(next, classid);
    expect(await lines(next)).toMatchObject([{ position: 4 }]);
    expect((await lines(next))[0]).not.toHaveProperty('groupid');
  });

  test('is for a class with fewer free seats than children, of which anybody may take what is free', async () => {
    const sols = await family(3);
    const { _id: classid } = await school.addClass({ availableseat: 3 });
    expect(await together(sols, classid)).toMatchObject({ status: 409, body: { code: 'seats-free' } });
    const [taker] = await students(1);
    await enrol(school, taker, classid);
    expect((await together(sols, classid)).status).toBe(200);
    expect(await seats(classid)).toEqual({ free: 2, held: 0, taken: 1 });
  });

  test('is refused where the class could never hold them, and to another family’s child', async () => {
    const sols = await family(3);
    const { classid } = await fullClass(2);
    expect(await together(sols, classid)).toMatchObject({ status: 409, body: { code: 'seats-too-few' } });
    const others = await family(1);
    const [mine] = sols.children as [string];
    const stolen = await together(sols, classid, [mine, ...others.children]);
    expect(stolen).toMatchObject({ status: 404, body: { code: 'learner-not-found' } });
    expect(await together(sols, classid, [mine, mine])).toMatchObject({ status: 400 });
    expect(await lines(sols.parent)).toEqual([]);
  });

  test('is refused to who waits alone already, or otherwise', async () => {
    const sols = await family(3);
    const { classid } = await fullClass(3);
    const [first, second, third] = sols.children as [string, string, string];
    await sols.parent.call('POST', '/waitlist', { classid, learnerid: first });
    const refusal = { status: 409, body: { code: 'already-waiting' } };
    expect(await together(sols, classid, [first, second])).toMatchObject(refusal);
    await together(sols, classid, [second, third]);
    expect(await together(sols, classid)).toMatchObject(refusal);
  });
});

describe('seats that come free', () => {
  test('are offered to a group as many at once as it has members, and its mail says so once', async () => {
    const { classid, cancel } = await fullClass(3);
    const sols = await family(2);
    await together(sols, classid);
    await cancel();
    expect(await states(sols.parent)).toBe('waiting waiting');
    expect(await seats(classid)).toEqual({ free: 1, held: 0, taken: 2 });
    await cancel();
    expect(await states(sols.parent)).toBe('offered offered');
    expect(await seats(classid)).toEqual({ free: 0, held: 2, taken: 1 });
    const mails = school.db.selectFrom('mails').select('subject').where('kind', '=', 'seat-offered');
    expect(await mails.where('recipient', '=', sols.parent.email).execute()).toEqual([
      { subject: '2 places are free in Bassoon' },
    ]);
    const [passerby] = await students(1);
    expect((await start(passerby, classid)).body.code).toBe('class-full');
  });

  test('are paid for where the mail leads: all of a group at once, or the one child', async () => {
    const leadsTo = async ({ parent }: Family): Promise<string[]> => {
      const mails = school.db.selectFrom('mails').select('letter').where('kind', '=', 'seat-offered');
      const found = await mails.where('recipient', '=', parent.email).execute();
      return found.map(({ letter }) => JSON.parse(letter ?? '').button.href);
    };
    const { classid, cancel } = await fullClass(3);
    const [sols, roes] = [await family(2), await family(1)];
    await together(sols, classid);
    const [child = ''] = roes.children;
    await roes.parent.call('POST', '/waitlist', { classid, learnerid: child });
    for (let seat = 0; seat < 3; seat++) await cancel();
    expect(await leadsTo(roes)).toEqual([`/student/class/payment/${classid}?for=${child}`]);
    const [both = ''] = await leadsTo(sols);
    expect(itemsIn(`https://school.example${both}`).toSorted(byLearner)).toEqual(
      sols.children.map((learnerid) => ({ classid, learnerid })).toSorted(byLearner),
    );
  });

  test('are paid for by who may pay for all of them: who may not is told without a word or a link about the others', async () => {
    const { classid, cancel } = await fullClass(2);
    const sols = await family(2);
    const [first = '', second = ''] = sols.children;
    const [payer, ofOne, reader] = await students(3);
    const may = (person: Person, learnerid: string, maypay: 0 | 1) => ({
      learnerid,
      userid: person.user._id,
      mayenrol: 0 as const,
      maypay,
      getsmail: 1 as const,
      createdat: 0,
    });
    await school.db
      .insertInto('guardians')
      .values([
        ...[may(payer, first, 1), may(payer, second, 1)],
        ...[may(ofOne, first, 1)],
        ...[may(reader, first, 0), may(reader, second, 1)],
      ])
      .execute();
    await together(sols, classid);
    for (let seat = 0; seat < 2; seat++) await cancel();
    const letterTo = async ({ email }: Person) => {
      const mails = school.db.selectFrom('mails').select('letter').where('kind', '=', 'seat-offered');
      const [mail, ...others] = await mails.where('recipient', '=', email).execute();
      expect(others).toEqual([]);
      return JSON.parse(mail?.letter ?? '');
    };
    for (const person of [sols.parent, payer])
      expect(wordedBy((await letterTo(person)).button.label, String)).toBe('Pay and take the places');
    for (const person of [ofOne, reader])
      expect((await letterTo(person)).button).toEqual({
        label: say('mails.open_my_classes'),
        href: '/student/class/selected',
      });
    const { about, ...told } = await letterTo(ofOne);
    expect(about).toContain(first);
    expect(JSON.stringify(told)).not.toMatch(new RegExp(`${first}|${second}`));
  });

  test('go past a group that is too large for them as often as it has members, then are kept for it', async () => {
    const { classid, cancel } = await fullClass(4);
    const sols = await family(2);
    await together(sols, classid);
    const [one, two, three] = await students(3);
    for (const person of [one, two, three]) await waitAlone(person, classid);
    await cancel();
    expect([await states(one), await states(sols.parent)]).toEqual(['offered', 'waiting waiting']);
    await enrol(school, one, classid);
    await cancel();
    expect(await states(two)).toBe('offered');
    // Two have gone past two: the next seats are theirs.
    await cancel();
    expect([await states(three), await states(sols.parent)]).toEqual(['waiting', 'waiting waiting']);
    expect(await seats(classid)).toEqual({ free: 0, held: 2, taken: 2 });
    expect((await start(three, classid)).body.code).toBe('class-full');
    await cancel();
    expect(await states(sols.parent)).toBe('offered offered');
    expect(await seats(classid)).toEqual({ free: 0, held: 3, taken: 1 });
  });

  test('count as gone past a group also where a passer-by takes them, and not where somebody in front does', async () => {
    const { classid, cancel } = await fullClass(3);
    const [front, passerby] = await students(2);
    await waitAlone(front, classid);
    const sols = await family(2);
    await together(sols, classid);
    await cancel();
    await enrol(school, front, classid);
    await cancel();
    // One only: who waited in front did not go past.
    expect(await seats(classid)).toEqual({ free: 1, held: 0, taken: 2 });
    await enrol(school, passerby, classid);
    const [second] = await students(1);
    await cancel();
    expect(await seats(classid)).toEqual({ free: 1, held: 0, taken: 2 });
    await enrol(school, second, classid);
    const admin = await school.signIn('admin');
    await admin.call('PUT', `/class/update/${classid}`, { availableseat: 1 });
    expect(await seats(classid)).toEqual({ free: 0, held: 1, taken: 3 });
    await admin.call('PUT', `/class/update/${classid}`, { availableseat: 1 });
    expect(await states(sols.parent)).toBe('offered offered');
  });

  test('that were kept for a group in vain go to the next once, and it keeps its place', async () => {
    const { classid, cancel } = await fullClass(3);
    const sols = await family(2);
    await together(sols, classid);
    const [one, two, three] = await students(3);
    for (const person of [one, two]) await waitAlone(person, classid);
    for (const person of [one, two]) {
      await cancel();
      await enrol(school, person, classid);
    }
    await waitAlone(three, classid);
    await cancel();
    expect([await states(sols.parent), await states(three)]).toEqual(['waiting waiting', 'waiting']);
    school.clock.now += KEPT_MS - 10;
    await school.work();
    expect(await states(three)).toBe('waiting');
    school.clock.now += 10;
    await school.work();
    expect([await states(sols.parent), await states(three)]).toEqual(['waiting waiting', 'offered']);
    expect(await lines(sols.parent)).toMatchObject([{ position: 1, offeruntil: null }, { position: 1 }]);
  });
});

describe('a group', () => {
  /** Two who wait together and are offered their seats, with somebody who waits behind them. */
  async function offered() {
    const { classid, cancel } = await fullClass(2);
    const sols = await family(2);
    await together(sols, classid);
    await cancel();
    await cancel();
    expect(await states(sols.parent)).toBe('offered offered');
    const [next] = await students(1);
    await waitAlone(next, classid);
    return { classid, sols, next };
  }

  test('declines together, and its seats go to the next', async () => {
    const { classid, sols, next } = await offered();
    const [, second] = await lines(sols.parent);
    await sols.parent.call('DELETE', `/waitlist/${second._id}`);
    expect([await lines(sols.parent), await states(next)]).toEqual([[], 'offered']);
    expect(await seats(classid)).toEqual({ free: 1, held: 1, taken: 0 });
  });

  test('loses its offer together when its time is over', async () => {
    const { classid, sols, next } = await offered();
    school.clock.now += OFFER_MS;
    await school.work();
    expect([await lines(sols.parent), await states(next)]).toEqual([[], 'offered']);
    expect(await seats(classid)).toEqual({ free: 1, held: 1, taken: 0 });
  });

  test('waits again, all of it, where the class is taken off before anybody was told', async () => {
    const { classid, sols } = await offered();
    const admin = await school.signIn('admin');
    await admin.call('PUT', `/class/denied/${classid}`);
    expect(await states(sols.parent)).toBe('waiting waiting');
    expect(await seats(classid)).toEqual({ free: 2, held: 0, taken: 0 });
  });

  test('gives back what was kept for it when it leaves, and the rest of it has its turn when one of it is deleted', async () => {
    const { classid, cancel } = await fullClass(3);
    const sols = await family(3);
    await together(sols, classid);
    await cancel();
    await cancel();
    expect(await seats(classid)).toEqual({ free: 2, held: 0, taken: 1 });
    await sols.parent.call('DELETE', `/learners/${sols.children[1]}`);
    expect(await states(sols.parent)).toBe('offered offered');
    const { uid } = sols.parent.user;
    await eraseAccount(school.db, school.erasing, { uid: uid ?? '', now: school.clock.now });
    expect(await seats(classid)).toEqual({ free: 2, held: 0, taken: 1 });
  });
});

test('groups, single ones, payments and leavers at once leave no seat held for nobody', async () => {
  const { classid, cancel } = await fullClass(6);
  const families = await Promise.all([family(2), family(3), family(2)]);
  const singles = await students(6);
  await Promise.all([
    ...families.map((one) => together(one, classid)),
    ...singles.map((one) => one.call('POST', '/waitlist', { classid })),
  ]);
  const leave = async (person: Person) => {
    const [entry] = await lines(person);
    if (entry) await person.call('DELETE', `/waitlist/${entry._id}`);
  };
  for (let round = 0; round < 6; round++) {
    const [payer, leaver] = [singles[round], singles[(round + 3) % 6]] as [Person, Person];
    const group = families[round % 3] as Family;
    await Promise.all([
      cancel(),
      start(payer, classid),
      leave(leaver),
      round % 2 === 0 ? leave(group.parent) : together(group, classid),
    ]);
    await school.work();
  }
  const { held, taken, free } = await seats(classid);
  expect(held + taken + free).toBe(6);
  const { db } = school;
  const orders = db.selectFrom('orders').select('state').where('classid', '=', classid);
  const holding = await orders.where('state', 'in', ['held', 'intent', 'expiring']).execute();
  const entries = await db.selectFrom('waitlist').selectAll().where('classid', '=', classid).execute();
  const waiting = entries.filter(({ state }) => state === 'offered' || state === 'kept');
  expect(holding.length + waiting.length).toBe(held);
  for (const { groupid, state } of waiting)
    for (const other of entries.filter((entry) => groupid !== null && entry.groupid === groupid))
      if (state === 'offered') expect(other.state).toBe('offered');
});

test('who may choose for one of those who wait together gives up nobody’s place', async () => {
  const { classid } = await fullClass(2);
  const sols = await family(2);
  const { body } = await together(sols, classid);
  const [mine] = sols.children as [string];
  const [guardian] = await students(1);
  const createdat = school.clock.now;
  const rights = { mayenrol: 1, maypay: 0, getsmail: 0 } as const;
  const guard = (learnerid: string) =>
    school.db
      .insertInto('guardians')
      .values({ learnerid, userid: guardian.user._id, ...rights, createdat })
      .execute();
  await guard(mine);
  const entry = body.find(({ learnerid }: { learnerid: string }) => learnerid === mine);
  const leave = () => guardian.call('DELETE', `/waitlist/${entry._id}`);
  expect(await leave()).toMatchObject({ status: 404, body: { code: 'waitlist-not-found' } });
  expect(await states(sols.parent)).toBe('waiting waiting');
  for (const learnerid of sols.children.slice(1)) await guard(learnerid);
  expect((await leave()).status).toBe(200);
  expect(await lines(sols.parent)).toEqual([]);
});
