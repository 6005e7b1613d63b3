import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#server/database/ids.ts';
import { eraseAccount } from '#server/features/account/erase-account.ts';
import { insertEntry } from '#server/features/waitlist/queries.ts';
import { mailsOf } from '#tests/support/mails.ts';
import { confirmCard, enrol, start } from '#tests/support/pay.ts';
import { accountAt } from '#tests/support/people.ts';
import { openTestSchool, type Person, type TestSchool, testWithWaitlist } from '#tests/support/school.ts';

const DAY_MS = 24 * 60 * 60_000;

let school: TestSchool;
let admin: Person;
let one: Person;
let other: Person;

beforeAll(async () => {
  school = await openTestSchool();
  admin = await school.signIn('admin');
});
beforeEach(async () => {
  school.clock.now += 1000;
  one = await school.signIn('student');
  other = await school.signIn('student');
});
afterAll(() => school.close());

type Child = { firstname?: string; born?: string; note?: string };

async function addChild(parent: Person, { firstname = 'Mika', ...rest }: Child = {}) {
  const _id = newId(school.clock.now);
  const child = { ...rest, userid: parent.user._id, self: 0 as const, firstname, lastname: 'Ito' };
  await school.db
    .insertInto('learners')
    .values({ ...child, _id, leftat: null, createdat: school.clock.now })
    .execute();
  return _id;
}

const merge = (keep: string, drop: string, query = '') =>
  admin.call('POST', `/families/merge${query}`, { keep, drop });
const undo = (id: string) => admin.call('DELETE', `/families/merge/${id}`);
const guard = (learnerid: string, guardian: Person, rights = {}) =>
  school.db
    .insertInto('guardians')
    .values({
      learnerid,
      userid: guardian.user._id,
      mayenrol: 1,
      maypay: 1,
      getsmail: 1,
      createdat: 1,
      ...rights,
    })
    .execute();
async function guarding(guardian: Person) {
  const rows = school.db.selectFrom('guardians').select(['learnerid', 'mayenrol', 'maypay']);
  const found = await rows.where('userid', '=', guardian.user._id).execute();
  return found.sort((one, other) => (one.learnerid < other.learnerid ? -1 : 1));
}
const byHand = async (classid: string, learnerid: string, pay = 'cash') =>
  (await admin.call('POST', '/enrolments', { classid, learnerid, pay })).body.insertedId;

/** Everything that a merge could touch, as it is. */
async function everything() {
  const { db } = school;
  const tables = {
    learners: await db.selectFrom('learners').selectAll().execute(),
    orders: await db.selectFrom('orders').select(['_id', 'userid', 'learnerid', 'state']).execute(),
    enrolments: await db.selectFrom('enrolments').selectAll().execute(),
    selections: await db.selectFrom('selections').selectAll().execute(),
    waitlist: await db.selectFrom('waitlist').selectAll().execute(),
    guardians: await db.selectFrom('guardians').selectAll().execute(),
    confirmedclashes: await db.selectFrom('confirmedclashes').selectAll().execute(),
    ledger: await db.selectFrom('ledger').selectAll().execute(),
  };
  return Object.fromEntries(
    Object.entries(tables).map(([name, rows]) => [name, rows.map((row) => JSON.stringify(row)).sort()]),
  );
}

/** Whom the log's lines of a class's places name, as who reads it does, the latest first. */
const named = async (classname: string) =>
  (await admin.call('GET', '/changes?about=payment')).body.items
    .filter(({ subjectname }: { subjectname: string }) => subjectname === classname)
    .map(({ learnername, familyid }: Record<string, string>) => `${learnername} ${familyid}`);

describe('the log', () => {
  test('names who an account or an entry was made one with, until that is undone', async () => {
    const [mika, twin] = [
      await addChild(one, { firstname: 'Mika' }),
      await addChild(other, { firstname: 'Michael' }),
    ];
    const cello = await school.addClass({ classname: `Cello ${twin}` });
    await byHand(cello._id, other.learnerid);
    school.clock.now += 1000;
    await byHand(cello._id, twin);
    const [child, self] = [`Michael Ito ${other.user._id}`, `${other.user.name} ${other.user._id}`];
    expect(await named(cello.classname)).toEqual([child, self]);

    const merges = [(await merge(mika, twin)).body, (await merge(one.user._id, other.user._id)).body];
    expect(await named(cello.classname)).toEqual([
      `Mika Ito ${one.user._id}`,
      `${one.user.name} ${one.user._id}`,
    ]);
    for (const { insertedId } of merges.reverse()) expect((await undo(insertedId)).status).toBe(200);
    expect(await named(cello.classname)).toEqual([child, self]);
  });

  test('keeps what has been said of the other since', async () => {
    const [mika, twin] = [await addChild(one), await addChild(one, { firstname: 'Michael' })];
    const [cello, oboe] = [
      await school.addClass({ classname: `Cello ${twin}` }),
      await school.addClass({ classname: `Oboe ${twin}` }),
    ];
    await byHand(cello._id, twin);
    const { insertedId } = (await merge(mika, twin)).body;
    await byHand(oboe._id, mika);
    expect((await undo(insertedId)).status).toBe(200);
    expect([await named(cello.classname), await named(oboe.classname)]).toEqual([
      [`Michael Ito ${one.user._id}`],
      [`Mika Ito ${one.user._id}`],
    ]);
  });

  test('names none of a child that has left', async () => {
    const mika = await addChild(one);
    const cello = await school.addClass({ classname: `Cello ${mika}` });
    const place = await byHand(cello._id, mika, 'due');
    expect(await named(cello.classname)).toEqual([`Mika Ito ${one.user._id}`]);
    await admin.call('POST', `/enrolments/${place}/cancel`);
    expect((await one.call('DELETE', `/learners/${mika}`)).status).toBe(200);
    expect(await named(cello.classname)).toEqual(['null null', 'null null']);
  });
});

describe('two accounts of one family', () => {
  test('become one: children, places, payments, choices and rights; a dry merge changes nothing, undoing puts all back', async () => {
    const mika = await addChild(other);
    const [cello, oboe, piano] = [await school.addClass(), await school.addClass(), await school.addClass()];
    const { enrolment } = await enrol(school, other, cello._id);
    const place = await byHand(oboe._id, mika);
    await other.call('POST', '/select/class/', { classid: piano._id, email: other.email });
    await one.call('POST', '/select/class/', { classid: piano._id, email: one.email });
    await start(other, (await school.addClass())._id);
    const third = await school.signIn('student');
    const guarded = await addChild(third);
    const rights = { mayenrol: 1 as const, maypay: 0 as const, getsmail: 1 as const, createdat: 1 };
    await school.db
      .insertInto('guardians')
      .values([
        { learnerid: guarded, userid: other.user._id, ...rights },
        { learnerid: mika, userid: one.user._id, ...rights },
      ])
      .execute();
    const before = await everything();

    const dry = await merge(one.user._id, other.user._id, '?dry=1');
    expect(dry).toMatchObject({
      status: 200,
      body: {
        kind: 'user',
        keep: { email: one.email },
        drop: { email: other.email },
        moved: { learners: 1, orders: 3, enrolments: 1, selections: 0, waitlist: 0, guardians: 1 },
      },
    });
    expect(dry.body.insertedId).toBeUndefined();
    expect(await everything()).toEqual(before);
    expect((await other.call('GET', '/learners')).status).toBe(200);

    const { body } = await merge(one.user._id, other.user._id);
    expect(body).toEqual({ ...dry.body, insertedId: expect.any(String) });
    expect((await other.call('GET', '/learners')).status).toBe(401);
    const names = (await one.call('GET', '/learners')).body.map(
      ({ learnername }: { learnername: string }) => learnername,
    );
    expect(names).toEqual([one.user.name, 'Mika Ito', 'Mika Ito']);
    const ids = (await one.call('GET', `/enrolledclasses/${one.email}`)).body.map(
      ({ _id }: { _id: string }) => _id,
    );
    expect(ids.sort()).toEqual([enrolment, place].sort());
    expect((await one.call('GET', `/receipts/${enrolment}`)).status).toBe(200);
    const { merges } = (await admin.call('GET', `/families/${one.user._id}`)).body;
    expect(merges).toMatchObject([{ _id: body.insertedId, kind: 'user', name: other.email }]);

    const undone = await undo(body.insertedId);
    expect(undone).toMatchObject({
      status: 200,
      body: { moved: { learners: 1, enrolments: 1, guardians: 1 } },
    });
    expect(await everything()).toEqual(before);
    expect(await undo(body.insertedId)).toMatchObject({ status: 404, body: { code: 'merge-not-found' } });
    const log = await school.db
      .selectFrom('changes')
      .selectAll()
      .where('subjectid', '=', one.user._id)
      .execute();
    expect(log.map(({ action, actorname }) => `${action} ${actorname}`).sort()).toEqual([
      `merged ${admin.user.name}`,
      `parted ${admin.user.name}`,
    ]);
  });

  test('leave a child twice where both have entered it, and the plan says what to do', async () => {
    await addChild(one, { firstname: 'Mia', born: '2016-01-02' });
    await addChild(other, { firstname: 'mia ', born: '2016-01-02' });
    await addChild(one, { firstname: 'Tom', born: '2014-01-02' });
    await addChild(other, { firstname: 'Tom', born: '2015-03-04' });
    const { body } = await merge(one.user._id, other.user._id, '?dry=1');
    expect(body.notes.filter((note: string) => note.includes('two entries'))).toEqual([
      'Mia Ito then has two entries: merge them next.',
    ]);
  });

  test('whose payment is under way are merged all the same, and the place is the family’s', async () => {
    const { _id } = await school.addClass();
    const { body } = await start(other, _id);
    await merge(one.user._id, other.user._id);
    await confirmCard(school, body.clientSecret);
    await school.work();
    expect((await one.call('GET', `/enrolledclasses/${one.email}`)).body).toMatchObject([{ classid: _id }]);
  });

  test('are not merged where both have a place in one class, or wait for it: nobody is put out of one unasked', async () => {
    const { _id } = await school.addClass({ classname: 'Cello' });
    await byHand(_id, one.learnerid);
    await byHand(_id, other.learnerid, 'due');
    const before = await everything();
    const refused = await merge(one.user._id, other.user._id);
    expect(refused).toMatchObject({ status: 409, body: { code: 'merge-same-class' } });
    expect(refused.body.detail).toContain('Cello');
    expect(await everything()).toEqual(before);
  });

  testWithWaitlist(
    'are not merged while a place of a class is kept for one of a group, for which the other waits',
    async () => {
      const { _id: classid } = await school.addClass({ classname: 'Oboe', availableseat: 0 });
      for (const { learnerid } of [one, other])
        await insertEntry(school.db, { learnerid, classid, now: school.clock.now });
      await school.db
        .updateTable('waitlist')
        .set({ state: 'kept', offeruntil: school.clock.now + DAY_MS })
        .where('learnerid', '=', one.learnerid)
        .execute();
      const refused = await merge(one.user._id, other.user._id);
      expect(refused).toMatchObject({ status: 409, body: { code: 'merge-same-class' } });
    },
  );

  test('where the one to be dropped is a teacher or an admin are not merged, nor an account with itself or with a child', async () => {
    const clara = await school.signIn('instructor');
    expect(await merge(one.user._id, clara.user._id)).toMatchObject({ body: { code: 'merge-role' } });
    expect(await merge(one.user._id, admin.user._id)).toMatchObject({ body: { code: 'merge-role' } });
    expect((await merge(clara.user._id, one.user._id)).status).toBe(200);
    expect(await merge(one.user._id, one.user._id)).toMatchObject({ body: { code: 'merge-of-one' } });
    const child = await addChild(other);
    expect(await merge(one.user._id, child)).toMatchObject({ body: { code: 'merge-unlike' } });
    expect(await merge(one.user._id, 'nobody')).toMatchObject({ body: { code: 'merge-unlike' } });
    expect(await merge('nobody', 'somebody')).toMatchObject({ body: { code: 'user-not-found' } });
  });

  test('of which nobody ever signed in to the dropped one leave nothing behind once a day has passed', async () => {
    const { userid } = await accountAt(school.db, { email: `imported-${one.email}` });
    await merge(one.user._id, userid);
    const known = school.db.selectFrom('users').select('_id').where('_id', 'in', [userid, other.user._id]);
    await merge(one.user._id, other.user._id);
    await school.work();
    expect(await known.execute()).toHaveLength(2);
    school.clock.now += DAY_MS;
    await school.work();
    expect(await known.execute()).toEqual([{ _id: other.user._id }]);
    const counts = school.db.selectFrom('rolecounts').select('count').where('role', '=', 'student');
    const students = school.db.selectFrom('users').select('_id').where('role', '=', 'student');
    expect(Number((await counts.executeTakeFirstOrThrow()).count)).toBe((await students.execute()).length);
  });

  test('are merged into the one whose address is proved, and the office is told where none is', async () => {
    const prove = (person: Person, emailverified: 0 | 1) =>
      school.db.updateTable('users').set({ emailverified }).where('_id', '=', person.user._id).execute();
    await prove(one, 0);
    expect(await merge(one.user._id, other.user._id)).toMatchObject({
      status: 409,
      body: { code: 'merge-unproved' },
    });
    expect((await admin.call('GET', `/families/${one.user._id}`)).body.user.emailverified).toBe(false);
    const right = await merge(other.user._id, one.user._id, '?dry=1');
    expect(right.status).toBe(200);
    expect(right.body.notes.join()).not.toContain('not confirmed');
    await prove(other, 0);
    // The account has a sign-in whose user may be a stranger; one that an import brought has none.
    expect(await merge(one.user._id, other.user._id)).toMatchObject({ body: { code: 'address-unproved' } });
    await school.db.updateTable('users').set({ uid: null }).where('_id', '=', one.user._id).execute();
    const { body } = await merge(one.user._id, other.user._id);
    expect(body.notes).toContainEqual(expect.stringContaining(`${one.email} is not confirmed`));
  });

  test('are put apart without a right that has been ended since', async () => {
    const [mika, yui] = [await addChild(admin), await addChild(admin)];
    for (const child of [mika, yui]) {
      await guard(child, one);
      await guard(child, other);
    }
    const { insertedId } = (await merge(one.user._id, other.user._id)).body;
    expect((await admin.call('DELETE', `/guardians/${mika}/${one.user._id}`)).status).toBe(200);
    expect((await undo(insertedId)).body.left).toContainEqual(expect.stringContaining('are not added again'));
    expect(await guarding(other)).toEqual([{ learnerid: yui, mayenrol: 1, maypay: 1 }]);
  });

  test('have no more children together than an account may have', async () => {
    for (let at = 0; at < 10; at++) await addChild(one);
    for (let at = 0; at < 10; at++) await addChild(other);
    expect(await merge(one.user._id, other.user._id)).toMatchObject({ body: { code: 'too-many-learners' } });
  });

  test('are found as one: the one that was dropped shows no more, until it is put apart or something is its own again', async () => {
    await addChild(other);
    const search = async () =>
      (await admin.call('GET', `/families/search?q=${other.email}`)).body.items.map(
        ({ userid }: { userid: string }) => userid,
      );
    expect(await search()).toEqual([other.user._id]);
    const { insertedId } = (await merge(one.user._id, other.user._id)).body;
    expect(await search()).toEqual([]);
    await undo(insertedId);
    expect(await search()).toEqual([other.user._id]);
    await merge(one.user._id, other.user._id);
    expect(await search()).toEqual([]);
    await byHand((await school.addClass())._id, other.learnerid);
    expect(await search()).toEqual([other.user._id]);
  });

  test('are put apart for a day, and what has come or gone since is said', async () => {
    const mika = await addChild(other);
    const { _id } = await school.addClass();
    const place = await byHand(_id, mika);
    const own = await byHand((await school.addClass())._id, other.learnerid);
    const { insertedId } = (await merge(one.user._id, other.user._id)).body;
    await admin.call('POST', `/enrolments/${own}/cancel`);
    await school.db.updateTable('learners').set({ userid: admin.user._id }).where('_id', '=', mika).execute();
    const { body } = await undo(insertedId);
    expect(body.moved).toMatchObject({ learners: 0, enrolments: 0 });
    expect(body.left).toEqual([
      expect.stringContaining('another account'),
      expect.stringContaining('cancelled or moved since'),
      expect.stringContaining('sign in again'),
    ]);
    const orders = school.db.selectFrom('orders').select('userid').where('_id', 'in', [place, own]);
    expect(await orders.execute()).toEqual([{ userid: other.user._id }, { userid: other.user._id }]);

    const again = (await merge(one.user._id, other.user._id)).body;
    school.clock.now += DAY_MS;
    expect(await undo(again.insertedId)).toMatchObject({ status: 409, body: { code: 'merge-final' } });
  });

  test('are put apart without what the family has said or begun since, where the address of the other is not confirmed', async () => {
    const { db } = school;
    const readable = async (who: Person) => {
      const answers = await Promise.all(
        ['/learners', '/account/data', `/standings/${who.email}`].map((path) => who.call('GET', path)),
      );
      return JSON.stringify(answers.map(({ body }) => body));
    };
    await db.updateTable('users').set({ emailverified: 0 }).where('_id', '=', other.user._id).execute();
    const names = ['Mika', 'Yui', 'Ren', 'Sora'] as const;
    const [said, begun, moved, untouched] = [
      await addChild(other, { firstname: names[0] }),
      await addChild(other, { firstname: names[1] }),
      await addChild(other, { firstname: names[2] }),
      await addChild(other, { firstname: names[3] }),
    ];
    const own = await addChild(one, { firstname: 'Kei' });
    const oboe = await school.addClass({ classname: `Oboe ${own}` });
    const cello = await school.addClass({ classname: `Cello ${own}` });
    const place = await byHand(oboe._id, own);
    await guard(said, one);
    const { insertedId } = (await merge(one.user._id, other.user._id)).body;
    school.clock.now += 1000;
    expect((await one.call('PUT', `/learners/${said}`, { note: 'Nut allergy' })).status).toBe(200);
    await byHand(cello._id, begun);
    expect((await admin.call('PUT', `/enrolments/${place}/learner`, { learnerid: moved })).status).toBe(200);

    const { body } = await undo(insertedId);
    expect(body.moved).toMatchObject({ learners: 1 });
    expect(body.left).toContainEqual(expect.stringContaining('is not confirmed'));
    const owners = await db.selectFrom('learners').select(['_id', 'userid']).where('self', '=', 0).execute();
    const of = new Map(owners.map(({ _id, userid }) => [_id, userid]));
    expect([said, begun, moved].map((id) => of.get(id))).toEqual(Array(3).fill(one.user._id));
    expect(of.get(untouched)).toBe(other.user._id);
    expect(await guarding(one)).toEqual([]);
    school.clock.now += 1000;
    const stranger = await school.signInAs({ ...other.user, uid: other.claims.uid });
    expect(await readable(stranger)).toContain('Sora');
    expect(await readable(stranger)).not.toMatch(/Nut allergy|Oboe|Cello/);
  });

  test('are put apart with a child that the one that stays has given an account of its own since', async () => {
    const third = await school.signIn('student');
    const child = await addChild(other);
    const { insertedId } = (await merge(one.user._id, other.user._id)).body;
    await school.db
      .insertInto('takeovers')
      .values({
        _id: newId(school.clock.now),
        learnerid: child,
        fromid: one.user._id,
        toid: third.user._id,
        firstname: 'Mika',
        lastname: 'Ito',
        until: school.clock.now + 2 * DAY_MS,
        createdat: school.clock.now,
      })
      .execute();
    const given = { userid: third.user._id };
    await school.db.updateTable('learners').set(given).where('_id', '=', child).execute();
    expect((await undo(insertedId)).body.moved).toMatchObject({ learners: 1 });
    const row = school.db.selectFrom('learners').select('userid').where('_id', '=', child);
    expect(await row.executeTakeFirst()).toEqual({ userid: other.user._id });
  });

  test('keep a child that came with a merge from being deleted as long as that can be undone', async () => {
    const [theirs, own, twin] = [await addChild(other), await addChild(one), await addChild(admin)];
    const merged = [
      (await merge(own, twin)).body.insertedId,
      (await merge(one.user._id, other.user._id)).body.insertedId,
    ];
    const remove = (id: string) => one.call('DELETE', `/learners/${id}`);
    const refused = { status: 409, body: { code: 'learner-merged-lately' } };
    expect([await remove(theirs), await remove(own)]).toMatchObject([refused, refused]);
    for (const id of merged.reverse()) expect((await undo(id)).status).toBe(200);
    expect((await remove(theirs)).status).toBe(404);
    expect((await remove(own)).status).toBe(200);

    await merge(one.user._id, other.user._id);
    school.clock.now += DAY_MS;
    expect((await remove(theirs)).status).toBe(200);
  });

  test('are written to in the language of the one that is kept', async () => {
    const choose = (person: Person, language: string | null) =>
      person.call('PUT', '/account/language', { language });
    await choose(one, 'de');
    await choose(other, 'fr');
    await merge(one.user._id, other.user._id);
    const languageOf = ({ user }: Person) =>
      school.db.selectFrom('users').select('language').where('_id', '=', user._id).executeTakeFirst();
    expect(await languageOf(one)).toEqual({ language: 'de' });
  });

  test('say as one whom to call in an emergency, and each for itself once they are put apart', async () => {
    const contactOf = (person: Person) =>
      school.db
        .selectFrom('users')
        .select(['phone', 'emergencyname', 'emergencyphone'])
        .where('_id', '=', person.user._id)
        .executeTakeFirstOrThrow();
    const say = (person: Person, contact: object) =>
      person.call('PUT', '/account/contact', {
        phone: '',
        emergencyname: '',
        emergencyphone: '',
        ...contact,
      });
    expect((await say(one, { phone: '+351 911' })).status).toBe(200);
    const aunt = { emergencyname: 'Aunt Ida', emergencyphone: '+351 933' };
    await say(other, { phone: '+351 922', ...aunt });
    const { body } = await merge(one.user._id, other.user._id);
    expect(body.notes).toEqual(expect.arrayContaining([expect.stringContaining('emergency contact')]));
    expect(await contactOf(one)).toEqual({ phone: '+351 911', ...aunt });
    await undo(body.insertedId);
    expect(await contactOf(one)).toMatchObject({
      phone: '+351 911',
      emergencyname: null,
      emergencyphone: null,
    });
    expect(await contactOf(other)).toMatchObject(aunt);

    // One of two contacts is not called by the number of the other.
    await say(one, { emergencyname: 'Uncle Bo', emergencyphone: '+351 944' });
    await merge(one.user._id, other.user._id);
    expect(await contactOf(one)).toMatchObject({ emergencyname: 'Uncle Bo', emergencyphone: '+351 944' });
  });

  test('are not merged while one is being deleted, which its owner decides', async () => {
    const mika = await addChild(other);
    const yoko = await addChild(one);
    const leave = (person: Person, leavesat: number | null) =>
      school.db
        .updateTable('users')
        .set({ leavesat, leaveaskedat: leavesat })
        .where('_id', '=', person.user._id)
        .execute();
    for (const leaving of [one, other]) {
      await leave(leaving, school.clock.now + DAY_MS);
      for (const [keep, drop] of [
        [one.user._id, other.user._id],
        [yoko, mika],
      ] as const)
        for (const query of ['?dry=1', ''])
          expect(await merge(keep, drop, query)).toMatchObject({
            status: 409,
            body: { code: 'merge-leaving', detail: expect.stringContaining(leaving.email) },
          });
      await leave(leaving, null);
    }
    expect((await merge(one.user._id, other.user._id, '?dry=1')).status).toBe(200);
  });

  test('take along who may take a child back, and give it again once they are put apart', async () => {
    const third = await school.signIn('student');
    const handOver = async (from: Person, to: Person) => {
      const child = await addChild(from);
      await school.db
        .insertInto('takeovers')
        .values({
          _id: newId(school.clock.now),
          learnerid: child,
          fromid: from.user._id,
          toid: to.user._id,
          firstname: 'Mika',
          lastname: 'Ito',
          until: school.clock.now + 2 * DAY_MS,
          createdat: school.clock.now,
        })
        .execute();
      await school.db.updateTable('learners').set({ userid: to.user._id }).where('_id', '=', child).execute();
      return child;
    };
    const [given, accepted, between] = [
      await handOver(other, third),
      await handOver(third, other),
      await handOver(other, one),
    ];
    const backOf = async (person: Person) =>
      (await person.call('GET', '/guardians')).body.takeovers
        .map(({ learnerid }: { learnerid: string }) => learnerid)
        .sort();
    expect(await backOf(third)).toEqual([accepted]);
    const { insertedId } = (await merge(one.user._id, other.user._id)).body;
    expect(await backOf(one)).toEqual([given]);
    expect(await backOf(third)).toEqual([accepted]);
    expect(await one.call('DELETE', `/learners/${between}/takeover`)).toMatchObject({ status: 404 });
    await undo(insertedId);
    expect(await backOf(one)).toEqual([]);
    expect(await backOf(third)).toEqual([accepted]);
    school.clock.now += 1000;
    const again = await school.signInAs({ ...other.user, uid: other.claims.uid });
    expect(await backOf(again)).toEqual([given, between].sort());

    await merge(one.user._id, other.user._id);
    expect((await third.call('DELETE', `/learners/${accepted}/takeover`)).status).toBe(200);
    expect((await one.call('DELETE', `/learners/${given}/takeover`)).status).toBe(200);
    const ownerOf = async (id: string) =>
      (await school.db.selectFrom('learners').select('userid').where('_id', '=', id).executeTakeFirst())
        ?.userid;
    expect(await ownerOf(given)).toBe(one.user._id);
    expect(await ownerOf(accepted)).toBe(third.user._id);
  });
});

describe('a child that was entered twice', () => {
  test('in one family is one child: nothing that either had is lost, and it can be put apart', async () => {
    const [mika, twin] = [
      await addChild(one, { note: 'Nuts' }),
      await addChild(one, { born: '2015-03-04', note: 'Collected by Ken' }),
    ];
    const [cello, oboe] = [await school.addClass(), await school.addClass()];
    await byHand(cello._id, mika);
    const place = await byHand(oboe._id, twin, 'due');
    const before = await everything();
    const { body } = await merge(mika, twin);
    expect(body).toMatchObject({ kind: 'learner', moved: { learners: 0, enrolments: 1, orders: 1 } });
    const page = (await admin.call('GET', `/families/${one.user._id}`)).body;
    expect(page.learners).toMatchObject([
      { self: true },
      { _id: mika, born: '2015-03-04', note: 'Nuts\nCollected by Ken' },
    ]);
    expect(page.enrolments.find(({ _id }: { _id: string }) => _id === place).learnerid).toBe(mika);
    expect(page.merges).toMatchObject([{ kind: 'learner', name: 'Mika Ito' }]);
    expect((await undo(body.insertedId)).body.left).toEqual([]);
    expect(await everything()).toEqual(before);
  });

  test('by two parents belongs to the first; the other sees it, keeps what they paid, and can do no more', async () => {
    const [mika, twin] = [await addChild(one), await addChild(other)];
    const { _id } = await school.addClass();
    const place = await byHand(_id, twin);
    const before = await everything();
    const { body } = await merge(mika, twin);
    expect(body.notes).toEqual([
      expect.stringContaining(`${one.email}) pays for Mika Ito`),
      expect.stringMatching(new RegExp(`${other.email}\\) sees Mika Ito .* neither enrol them nor pay`)),
    ]);
    const seen = (await other.call('GET', '/learners')).body;
    expect(seen).toMatchObject([{ self: true }, { _id: mika, own: false, mayenrol: false, maypay: false }]);
    const { _id: more } = await school.addClass();
    const chosen = await other.call('POST', '/select/class/', {
      classid: more,
      email: other.email,
      learnerid: mika,
    });
    expect(chosen).toMatchObject({ status: 404, body: { code: 'learner-not-found' } });
    expect((await other.call('GET', `/receipts/${place}`)).status).toBe(200);
    expect((await admin.call('GET', `/families/${one.user._id}`)).body.enrolments).toMatchObject([
      { _id: place, payer: { userid: other.user._id } },
    ]);
    const [told] = (await mailsOf(school, one.email)).filter(({ kind }) => kind === 'merged');
    expect(told?.text).toContain(`${other.user.name} (${other.email})`);
    expect((await mailsOf(school, other.email)).map(({ kind }) => kind)).toContain('merged');
    await undo(body.insertedId);
    expect(await everything()).toEqual(before);
  });

  test('opens it to nobody whom its parent has not named: guardians of the other parent’s entry stay out', async () => {
    const [mika, twin] = [await addChild(one), await addChild(other)];
    const [friend, aunt] = [await school.signIn('student'), await school.signIn('student')];
    await guard(twin, friend);
    await guard(mika, aunt);
    const before = await everything();
    const { body } = await merge(mika, twin);
    expect(body.notes).toEqual([
      expect.stringContaining(`${one.email}) pays`),
      expect.stringContaining(`${aunt.email}) looks after Mika Ito, as before`),
      expect.stringContaining(`${other.email}) sees Mika Ito`),
      expect.stringContaining(`${friend.email}), who looked after the other entry, does not see`),
    ]);
    expect((await friend.call('GET', '/learners')).body).toMatchObject([{ self: true }]);
    expect(await mailsOf(school, friend.email)).toEqual([]);
    await undo(body.insertedId);
    expect(await everything()).toEqual(before);
  });

  test('in one family is looked after by whom its parent named for either, who is told; what is an account itself by nobody new', async () => {
    const [mika, twin, third] = [await addChild(one), await addChild(one), await addChild(one)];
    const friend = await school.signIn('student');
    await guard(twin, friend);
    expect((await merge(mika, twin)).body).toMatchObject({ moved: { guardians: 1 } });
    expect((await friend.call('GET', '/learners')).body).toMatchObject([{ self: true }, { _id: mika }]);
    expect((await mailsOf(school, friend.email)).map(({ kind }) => kind)).toEqual(['merged']);

    const stranger = await school.signIn('student');
    await guard(third, stranger);
    expect((await merge(one.learnerid, third)).status).toBe(200);
    expect((await stranger.call('GET', '/learners')).body).toMatchObject([{ self: true }]);
  });

  test('takes back what was asked about the one that is dropped, with mails that are on their way', async () => {
    const [mika, twin, third] = [await addChild(one), await addChild(one), await addChild(one)];
    const rights = { mayenrol: true, maypay: true, getsmail: true };
    const asked = async (learnerid: string) => {
      const email = `aunt-${learnerid.toLowerCase()}@test.example`;
      expect((await one.call('POST', '/guardians', { learnerid, email, ...rights })).status).toBe(200);
      return async () => (await mailsOf(school, email)).filter(({ kind }) => kind === 'claim').length;
    };
    const [aboutTwin, aboutThird] = [await asked(twin), await asked(third)];
    expect(await aboutTwin()).toBe(1);
    expect((await merge(mika, twin)).body.notes).toContainEqual(
      expect.stringContaining('Invitations that have not been accepted'),
    );
    expect(await aboutTwin()).toBe(0);
    expect((await merge(other.user._id, one.user._id)).status).toBe(200);
    expect(await aboutThird()).toBe(0);
  });

  test('that is put apart gives nobody a right that has been ended, or made less, since', async () => {
    const [mika, twin] = [await addChild(one), await addChild(one)];
    const [aunt, friend] = [await school.signIn('student'), await school.signIn('student')];
    for (const guardian of [aunt, friend]) {
      await guard(mika, guardian);
      await guard(twin, guardian);
    }
    const { insertedId } = (await merge(mika, twin)).body;
    await one.call('DELETE', `/guardians/${mika}/${aunt.user._id}`);
    const rights = { mayenrol: false, maypay: true, getsmail: false };
    await one.call('POST', '/guardians', { learnerid: mika, email: friend.email, ...rights });
    await undo(insertedId);
    expect(await guarding(aunt)).toEqual([]);
    const less = { mayenrol: 0, maypay: 1 };
    expect(await guarding(friend)).toEqual([mika, twin].sort().map((learnerid) => ({ learnerid, ...less })));
  });

  test.each([
    ['the undoing', true],
    ['a day', false],
  ])('goes at once with the account that had entered it, whatever becomes of %s', async (_, isUndone) => {
    const [mika, twin] = [await addChild(one), await addChild(other, { note: 'Nuts', born: '2015-03-04' })];
    const { insertedId } = (await merge(mika, twin)).body;
    await eraseAccount(school.db, school.erasing, {
      uid: other.claims.uid,
      now: school.clock.now,
    });
    const twins = school.db.selectFrom('learners').select('_id').where('_id', '=', twin);
    expect(await twins.execute()).toEqual([]);
    if (isUndone)
      expect((await undo(insertedId)).body.left).toEqual([expect.stringContaining('deleted since')]);
    school.clock.now += DAY_MS;
    await school.work();
    expect(await twins.execute()).toEqual([]);
  });

  testWithWaitlist('is not merged where one has a place in a class for which the other waits', async () => {
    const [mika, twin] = [await addChild(one), await addChild(one)];
    const { _id } = await school.addClass({ availableseat: 1 });
    await byHand(_id, mika);
    await insertEntry(school.db, { classid: _id, learnerid: twin, now: school.clock.now });
    expect(await merge(mika, twin)).toMatchObject({ status: 409, body: { code: 'merge-same-class' } });
  });

  test('is no account: what is an account itself is not dropped, nor does a child of others become one', async () => {
    const [mika, own] = [await addChild(other), await addChild(one)];
    for (const [keep, drop] of [
      [mika, one.learnerid],
      [own, one.learnerid],
      [one.learnerid, mika],
    ] as const)
      expect(await merge(keep, drop)).toMatchObject({ status: 409, body: { code: 'merge-self' } });
    expect((await merge(one.learnerid, own)).status).toBe(200);
  });

  test('is forgotten as the one that was dropped once a day has passed', async () => {
    const [mika, twin] = [await addChild(one), await addChild(one)];
    const { insertedId } = (await merge(mika, twin)).body;
    await school.work();
    const twins = school.db.selectFrom('learners').select('_id').where('_id', '=', twin);
    expect(await twins.execute()).toHaveLength(1);
    school.clock.now += DAY_MS;
    await school.work();
    expect(await twins.execute()).toEqual([]);
    expect(await undo(insertedId)).toMatchObject({ body: { code: 'merge-final' } });
  });
});

describe('classes that meet at the same time', () => {
  const MONDAYS = {
    weekday: 1,
    minutes: 60,
    everyweeks: 1,
    roomid: null,
    firstday: '2026-11-02',
    lastday: '2026-11-09',
  };
  const meetAt = (classid: string, starttime: string) =>
    admin.call('PUT', `/class/plans/${classid}`, { plans: [{ ...MONDAYS, starttime }] });

  /** A class of a teacher of its own. */
  async function addMeeting(classname: string, starttime: string) {
    const { _id } = await school.addClass({ classname, instructorname: classname });
    expect((await meetAt(_id, starttime)).status).toBe(200);
    return _id;
  }
  /** Lets both be planned at another time, where they meet at the same time too. */
  async function moveBoth(classids: readonly string[]) {
    for (const starttime of ['09:00', '16:00'])
      for (const classid of classids) expect(await meetAt(classid, starttime)).toMatchObject({ status: 200 });
  }
  const pairsOf = (learnerid: string) =>
    school.db
      .selectFrom('confirmedclashes')
      .select(['classid', 'otherid'])
      .where('learnerid', '=', learnerid)
      .execute();

  test('and of which the payer knows are known of the child that stays, too', async () => {
    const [mika, twin] = [await addChild(one), await addChild(one)];
    const both = [await addMeeting('Oboe', '16:00'), await addMeeting('Choir', '16:00')] as const;
    await byHand(both[0], twin);
    const sure = { classid: both[1], learnerid: twin, pay: 'cash', confirmclash: true };
    expect((await admin.call('POST', '/enrolments', sure)).status).toBe(200);
    const before = await everything();
    const { body } = await merge(mika, twin);
    expect(body.notes.join()).not.toContain('at the same time');
    await moveBoth(both);
    expect(await undo(body.insertedId)).toMatchObject({ status: 200, body: { left: [] } });
    expect(await everything()).toEqual(before);
    await moveBoth(both);
  });

  test.each(['children', 'accounts'])(
    'since two %s became one are confirmed, which the office is told before and after',
    async (of) => {
      const [keep, drop] =
        of === 'children' ? [await addChild(one), await addChild(one)] : [one.learnerid, other.learnerid];
      const [kept, dropped] = of === 'children' ? [keep, drop] : [one.user._id, other.user._id];
      const both = [await addMeeting('Oboe', '16:00'), await addMeeting('Choir', '16:00')] as const;
      const later = await addMeeting('Harp', '18:00');
      await byHand(both[0], keep);
      await byHand(both[1], drop);
      await byHand(later, drop);
      const before = await everything();
      const note = expect.stringMatching(
        new RegExp(
          `^${of === 'children' ? 'Mika Ito' : one.user.name} then has lessons at the same time: (Oboe and Choir|Choir and Oboe)\\.$`,
        ),
      );
      const isNoted = (notes: string[]) =>
        expect(notes.filter((one) => one.includes('at the same time'))).toEqual([note]);
      isNoted((await merge(kept, dropped, '?dry=1')).body.notes);
      expect(await everything()).toEqual(before);
      const { body } = await merge(kept, dropped);
      isNoted(body.notes);
      expect(await pairsOf(keep)).toHaveLength(1);
      await moveBoth(both);
      // What the office has not seen is a clash still.
      expect(await meetAt(later, '16:00')).toMatchObject({ status: 409, body: { code: 'learner-clash' } });
      expect((await undo(body.insertedId)).status).toBe(200);
      expect(await everything()).toEqual(before);
      await moveBoth(both);
    },
  );

  test('since what went back with an undone merge met what came meanwhile are confirmed', async () => {
    const both = [await addMeeting('Oboe', '16:00'), await addMeeting('Choir', '16:00')] as const;
    await byHand(both[0], other.learnerid);
    const { insertedId } = (await merge(one.user._id, other.user._id)).body;
    await byHand(both[1], other.learnerid);
    expect((await undo(insertedId)).status).toBe(200);
    expect(await pairsOf(other.learnerid)).toHaveLength(1);
    await moveBoth(both);
  });
});
