import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OFFER_MS } from '#server/features/waitlist/queries.ts';
import { confirmCard, enrol, FEE } from '#tests/support/pay.ts';
import { addChild } from '#tests/support/people.ts';
import { openTestSchool, type Person, type TestSchool, testWithWaitlist } from '#tests/support/school.ts';
import { seatsOf } from '#tests/support/seats.ts';
import { familyHolds } from './family-holds.ts';

/*
 * One account enters nineteen children that there are not, and keeps a class from all other families without
 * paying for anything.
 */

let school: TestSchool;
beforeAll(async () => {
  school = await openTestSchool();
});
afterAll(() => school.close());

/** A parent with so many children. */
async function family(count: number) {
  const parent = await school.signIn('student');
  const { _id: userid } = parent.user;
  const children: string[] = [];
  for (let at = 0; at < count; at++)
    children.push(await addChild(school.db, { userid, firstname: `Child${at}`, lastname: 'Mole' }));
  return { parent, children };
}
type Family = Awaited<ReturnType<typeof family>>;

const refusal = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code];
const TOO_MANY = [409, 'too-many-held'];
const held = async (classid: string) => (await seatsOf(school.db, classid)).held;
const checkout = ({ parent }: Pick<Family, 'parent'>, classid: string, learnerids: readonly string[]) =>
  parent.call('POST', '/checkout', { items: learnerids.map((learnerid) => ({ classid, learnerid })) });

/** The whole way of a parent who pays for a child. */
async function enrolChild(parent: Person, classid: string, learnerid: string) {
  const intent = await parent.call('POST', '/create-payment-intent', { price: FEE, classid, learnerid });
  const { id: transactionId } = await confirmCard(school, intent.body.clientSecret);
  const paid = { email: parent.email, learnerid, transactionId, price: FEE, date: new Date(0).toISOString() };
  expect(await parent.call('POST', `/payments/${classid}`, paid)).toMatchObject({ status: 200 });
}

describe('what one family may have held of a class', () => {
  test('is a quarter of it, and four places in any class, or as the school is configured', () => {
    expect([2, 8, 16, 30, 100].map((places) => familyHolds(places, 25))).toEqual([4, 4, 4, 7, 25]);
    expect(familyHolds(30, 100)).toBe(30);
  });

  test('does not grow with its children, its payments or its guardians', async () => {
    const { _id: classid } = await school.addClass({ availableseat: 30 });
    const moles = await family(19);
    expect(refusal(await checkout(moles, classid, moles.children))).toEqual(TOO_MANY);
    expect(await held(classid)).toBe(0);
    expect(await checkout(moles, classid, moles.children.slice(0, 5))).toMatchObject({ status: 200 });
    expect(refusal(await checkout(moles, classid, moles.children.slice(5, 8)))).toEqual(TOO_MANY);
    expect(await checkout(moles, classid, moles.children.slice(5, 7))).toMatchObject({ status: 200 });
    // The other parent, with an account of their own.
    const other = await school.signIn('student');
    const rights = { mayenrol: 1, maypay: 1, getsmail: 1, createdat: school.clock.now } as const;
    for (const learnerid of moles.children)
      await school.db
        .insertInto('guardians')
        .values({ learnerid, userid: other.user._id, ...rights })
        .execute();
    const by = { parent: other };
    expect(refusal(await checkout(by, classid, moles.children.slice(7, 9)))).toEqual(TOO_MANY);
    expect(await checkout(by, classid, [other.learnerid])).toMatchObject({ status: 200 });
    expect(await held(classid)).toBe(8);
  });

  test('is kept to by calls that come at once', async () => {
    const { _id: classid } = await school.addClass({ availableseat: 30 });
    const moles = await family(19);
    const guardian = await school.signIn('student');
    const rights = { mayenrol: 1, maypay: 1, getsmail: 1, createdat: school.clock.now } as const;
    for (const learnerid of moles.children)
      await school.db
        .insertInto('guardians')
        .values({ learnerid, userid: guardian.user._id, ...rights })
        .execute();
    const fours = [0, 4, 8, 12].map((at) => moles.children.slice(at, at + 4));
    const answers = await Promise.all(
      fours.map((some, at) => checkout(at % 2 === 0 ? moles : { parent: guardian }, classid, some)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await held(classid)).toBe(4);
  });

  test('is not what it has paid for: brothers and sisters are all enrolled, some after the others', async () => {
    const { _id: classid } = await school.addClass({ availableseat: 6 });
    const five = await family(5);
    for (const learnerid of five.children) await enrolChild(five.parent, classid, learnerid);
    expect(await seatsOf(school.db, classid)).toEqual({ free: 1, held: 0, taken: 5 });
  });

  test('counts the places that cost nothing, since they are never paid for', async () => {
    const free = await openTestSchool({ env: { ENROLMENT_PRICE: 'class' } });
    const { _id: classid } = await free.addClass({ availableseat: 30, price: 0 });
    const parent = await free.signIn('student');
    const answers = [];
    for (let at = 0; at < 9; at++) {
      const who = { userid: parent.user._id, firstname: `Child${at}`, lastname: 'Mole' };
      const learnerid = await addChild(free.db, who);
      answers.push((await parent.call('POST', `/enrol/${classid}`, { learnerid })).status);
    }
    expect(answers).toEqual([200, 200, 200, 200, 200, 200, 200, 409, 409]);
    await free.close();
  });
});

describe('a waiting list', () => {
  const waitFor = async (person: Person, classid: string, learnerid?: string) => {
    school.clock.now += 1;
    expect(await person.call('POST', '/waitlist', { classid, learnerid })).toMatchObject({ status: 200 });
  };
  const lines = async (person: Person): Promise<{ learnerid: string; state: string; position: number }[]> =>
    (await person.call('GET', `/waitlist/${person.email}`)).body;
  const offered = async (person: Person) =>
    (await lines(person)).filter(({ state }) => state === 'offered').map(({ learnerid }) => learnerid);

  /** A full class, with the enrolments in it. */
  async function fullClass(size: number) {
    const { _id: classid } = await school.addClass({ availableseat: size });
    const leaving: (() => Promise<void>)[] = [];
    for (let at = 0; at < size; at++) {
      const holder = await school.signIn('student');
      const { enrolment } = await enrol(school, holder, classid);
      leaving.push(async () => {
        expect(await holder.call('POST', `/enrolments/${enrolment}/cancel`)).toMatchObject({ status: 200 });
        school.clock.now += 1;
      });
    }
    return { classid, leave: async () => leaving.shift()?.() };
  }

  testWithWaitlist('offers each family one place at a time, and the first of each comes first', async () => {
    const { classid, leave } = await fullClass(4);
    const moles = await family(19);
    for (const learnerid of moles.children) await waitFor(moles.parent, classid, learnerid);
    const honest = await school.signIn('student');
    await waitFor(honest, classid);
    const [one, two] = moles.children as [string, string];
    expect(await lines(honest)).toMatchObject([{ position: 2 }]);
    expect((await lines(moles.parent)).map(({ position }) => position).slice(0, 3)).toEqual([1, 3, 4]);
    await leave();
    await leave();
    await leave();
    expect(await offered(moles.parent)).toEqual([one]);
    expect(await offered(honest)).toEqual([honest.learnerid]);
    // What is left is free to anybody, the family too.
    expect(await seatsOf(school.db, classid)).toEqual({ free: 1, held: 2, taken: 1 });
    await enrolChild(moles.parent, classid, one);
    expect(await offered(moles.parent)).toEqual([two]);
    expect(await seatsOf(school.db, classid)).toEqual({ free: 0, held: 2, taken: 2 });
  });

  testWithWaitlist('goes on to other families once one has let an offer pass', async () => {
    const { classid, leave } = await fullClass(2);
    const moles = await family(3);
    for (const learnerid of moles.children) await waitFor(moles.parent, classid, learnerid);
    const others = [await school.signIn('student'), await school.signIn('student')] as const;
    await leave();
    for (const person of others) await waitFor(person, classid);
    expect(await offered(moles.parent)).toEqual([moles.children[0]]);
    const [first, second] = others;
    school.clock.now += OFFER_MS + 1;
    await school.work();
    expect(await offered(first)).toEqual([first.learnerid]);
    school.clock.now += OFFER_MS + 1;
    await school.work();
    expect(await offered(second)).toEqual([second.learnerid]);
    school.clock.now += OFFER_MS + 1;
    await school.work();
    expect(await offered(moles.parent)).toEqual([moles.children[1]]);
  });

  testWithWaitlist('takes as many together as a family may have held, and no more', async () => {
    const { classid, leave } = await fullClass(6);
    const moles = await family(6);
    const together = (learnerids: string[]) =>
      moles.parent.call('POST', '/waitlist/together', { classid, learnerids });
    expect(refusal(await together(moles.children.slice(0, 5)))).toEqual(TOO_MANY);
    const four = moles.children.slice(0, 4);
    expect(await together(four)).toMatchObject({ status: 200 });
    for (let at = 0; at < 4; at++) await leave();
    expect((await offered(moles.parent)).toSorted()).toEqual(four.toSorted());
    expect(await checkout(moles, classid, four)).toMatchObject({ status: 200 });
  });
});
