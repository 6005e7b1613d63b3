import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CIRCULAR_DAYS, CIRCULARS_A_DAY, RECIPIENT_DAYS } from '#contract/circulars/calls.ts';
import { eraseAccount } from '#server/features/account/erase-account.ts';
import { addChildBy, letGuard } from '#tests/support/families.ts';
import { mailsOf } from '#tests/support/mails.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const SUBJECT = 'The concert on Friday';
const TEXT =
  'It begins at **six**.\n\nSee you there,\nthe office\n\n- bring [music](/classes)\n- wear black\n\n<b>no</b> ![p](/art/cello-480.webp)';
const RIGHTS = { mayenrol: false, maypay: false, getsmail: true };

let school: TestSchool;
let admin: Person;
let office: Person;
let classid: string;

beforeAll(async () => {
  school = await openTestSchool();
});
beforeEach(async () => {
  school.clock.now += 2 * DAY_MS;
  admin = await school.signIn('admin');
  office = await school.signIn('office');
  ({ _id: classid } = await school.addClass({ classname: 'Cello', availableseat: 20 }));
});
afterAll(() =>
  school.close({ typed: [SUBJECT, ...TEXT.split(/\W{2,}/), 'Message', 'One more', 'Cello', 'Autumn'] }),
);

type Aim = { classid: string } | { termid: string } | { owing: true };
const body = (to: Aim, more: object = {}) => ({ to, subject: SUBJECT, text: TEXT, ...more });
const send = (to: Aim = { classid }, more: object = {}, by = office) =>
  by.call('POST', '/messages', body(to, more));
const tryIt = (to: Aim = { classid }, more: object = {}) =>
  office.call('POST', '/messages?dry=1', body(to, more));
const read = async (id: string) => (await office.call('GET', `/messages/${id}`)).body;
const circularsTo = async ({ email }: Person) =>
  (await mailsOf(school, email)).filter(({ kind }) => kind === 'circular');

type Pay = 'cash' | 'due' | 'free';
async function enrol(learnerid: string, pay: Pay = 'free', of = classid) {
  const { status } = await admin.call('POST', '/enrolments', { classid: of, learnerid, pay });
  expect(status).toBe(200);
}
async function family(pay: Pay = 'free') {
  const parent = await school.signIn('student');
  const learnerid = await addChildBy(parent, { firstname: 'Ada', lastname: 'Lee' });
  await enrol(learnerid, pay);
  return { parent, learnerid };
}
/** A family at the desk, without an address. */
async function withoutAddress(pay: Pay = 'free') {
  const added = await office.call('POST', '/families', {
    name: 'Rosa Sol',
    phone: '+49 30 1234',
    learners: [{ firstname: 'Mia', lastname: 'Sol' }],
  });
  const userid: string = added.body.insertedId;
  const { learners } = (await office.call('GET', `/families/${userid}`)).body;
  const child = learners.find(({ self }: { self: boolean }) => !self);
  await enrol(child._id, pay);
  return { userid, learnerid: child._id as string };
}

describe('the office writes to a class', () => {
  test('and each family gets one mail, however many children it has there, and guardians who want mail', async () => {
    const { parent, learnerid } = await family();
    await enrol(await addChildBy(parent, { firstname: 'Bo', lastname: 'Lee' }));
    const guardian = await school.signIn('student');
    await letGuard(school, { parent, guardian, learnerid, rights: RIGHTS });
    const silent = await school.signIn('student');
    await letGuard(school, { parent, guardian: silent, learnerid, rights: { ...RIGHTS, getsmail: false } });
    const grownUp = await school.signIn('student');
    await enrol(grownUp.learnerid);
    const stranger = await school.signIn('student');

    const foreseen = await tryIt();
    expect(foreseen).toMatchObject({ status: 200, body: { families: 3, unreached: [] } });
    expect(foreseen.body.insertedId).toBeUndefined();
    expect(await circularsTo(parent)).toEqual([]);

    const sent = await send();
    expect(sent).toMatchObject({ status: 200, body: { families: 3, unreached: [] } });
    for (const one of [parent, guardian, grownUp]) expect(await circularsTo(one)).toHaveLength(1);
    for (const one of [silent, stranger, office]) expect(await circularsTo(one)).toEqual([]);
    const [mail] = await circularsTo(parent);
    expect(mail).toMatchObject({ subject: SUBJECT });
    expect(mail?.text).toMatch(/For: (Ada Lee, Bo|Bo Lee, Ada) Lee\n/);
    expect((await circularsTo(guardian))[0]?.text).toContain('For: Ada Lee\n');
    expect((await circularsTo(grownUp))[0]?.text).not.toContain('For:');
  });

  test('in Markdown, with the school’s letterhead, whole addresses and nothing that is loaded from anywhere', async () => {
    await family();
    const { mail } = (await tryIt()).body;
    expect(mail.subject).toBe(SUBJECT);
    expect(mail.html).toContain('It begins at <strong>six</strong>.');
    expect(mail.html).toMatch(/<li[^>]*>bring <a href="http:\/\/[^"]+\/classes"/);
    expect(mail.html).toContain('&lt;b&gt;no&lt;/b&gt;');
    expect(mail.html).not.toMatch(/<img|<script|<b>|src=/);
    expect(mail.html).toContain((await school.readSchool()).name);
    expect(mail.html).toMatch(/See you there,<br>\s*the office/);
    expect(mail.text).toMatch(
      /It begins at \*\*six\*\*.\n\nSee you there,\nthe office\n\n- bring \[music\]\(http:\/\/[^)]+\/classes\)/,
    );
  });

  test('and who has no address is named with the telephone, unless another reaches the child', async () => {
    await family();
    const { userid } = await withoutAddress();
    const reachedByOther = await withoutAddress();
    const guardian = await school.signIn('student');
    await school.db
      .insertInto('guardians')
      .values({
        learnerid: reachedByOther.learnerid,
        userid: guardian.user._id,
        mayenrol: 0,
        maypay: 0,
        getsmail: 1,
        createdat: school.clock.now,
      })
      .execute();
    const unreached = [{ userid, name: 'Rosa Sol', phone: '+49 30 1234' }];
    expect((await tryIt()).body).toMatchObject({ families: 2, unreached });
    const { insertedId, ...sent } = (await send()).body;
    expect(sent).toEqual({ families: 2, unreached });
    const { recipients } = await read(insertedId);
    expect(recipients[0]).toMatchObject({ ...unreached[0], state: 'unreached', email: null });
    expect(recipients).toHaveLength(3);
  });

  test('and no one where no family has an address', async () => {
    expect(await send()).toMatchObject({ status: 409, body: { code: 'message-to-no-one' } });
    await withoutAddress();
    expect(await send()).toMatchObject({ status: 409, body: { code: 'message-to-no-one' } });
    expect((await tryIt()).body).toMatchObject({ families: 0, mail: null });
    expect(await send({ classid: 'unknown' })).toMatchObject({ status: 404 });
    expect(await send({ termid: 'unknown' })).toMatchObject({
      status: 404,
      body: { code: 'term-not-found' },
    });
  });
});

test('a term is those who have a place in a class that meets in it', async () => {
  const term = { name: 'Autumn', firstday: '2030-09-02', lastday: '2030-12-20' };
  const { insertedId: termid } = (await admin.call('POST', '/terms', term)).body;
  const { parent } = await family();
  expect((await tryIt({ termid })).body.families).toBe(0);
  const { version } = (await office.call('GET', `/class/plans/${classid}`)).body;
  const plans = [
    { weekday: 2, starttime: '16:00', minutes: 45, firstday: '2030-12-03', lastday: '2031-02-25' },
  ];
  expect((await office.call('PUT', `/class/plans/${classid}`, { plans, version })).status).toBe(200);
  const sent = await send({ termid });
  expect(sent.body).toMatchObject({ families: 1 });
  expect(await circularsTo(parent)).toHaveLength(1);
  expect((await read(sent.body.insertedId)).aim).toEqual({ kind: 'term', id: termid, name: 'Autumn' });
});

test('who owes reads what is to be paid, each their own alone, and who pays, not who looks on', async () => {
  await school.db.updateTable('orders').set({ state: 'expired' }).where('paidby', '=', 'due').execute();
  const owing = await family('due');
  const paid = await family('cash');
  const other = await family('due');
  const guardian = await school.signIn('student');
  await letGuard(school, { ...owing, guardian, rights: RIGHTS });
  expect((await send({ owing: true })).body).toMatchObject({ families: 2 });
  for (const { parent } of [owing, other]) {
    const [mail] = await circularsTo(parent);
    expect(mail?.text.match(/to be paid/g)).toHaveLength(1);
    expect(mail?.text).toMatch(/Ada Lee: Cello: \$\d+ to be paid/);
  }
  for (const one of [paid.parent, guardian]) expect(await circularsTo(one)).toEqual([]);
});

test('who owes an invoice or charges is written to as who owes a place, with all that the list has of them', async () => {
  await school.db.updateTable('orders').set({ state: 'expired' }).where('paidby', '=', 'due').execute();
  const [billed, charged] = [await school.signIn('student'), await school.signIn('student')];
  const charge = async (of: Person, amount: number) => {
    const body = { userid: of.user._id, kind: 'fee', label: 'Exam', amount, day: '2026-09-01' };
    return (await admin.call('POST', '/charges', { ...body, key: `owing${amount}` })).body.insertedId;
  };
  const chargeids = [await charge(billed, 30)];
  await admin.call('POST', '/invoices', { userid: billed.user._id, chargeids });
  await charge(charged, 20);
  expect((await send({ owing: true })).body).toMatchObject({ families: 2, unreached: [] });
  const owing: { userid: string }[] = (await admin.call('GET', '/families/owing')).body;
  expect(owing.map(({ userid }) => userid).sort()).toEqual([billed.user._id, charged.user._id].sort());
  expect((await circularsTo(billed))[0]?.text).toMatch(/Invoice \d{4}-\d+, due .*: \$30/);
  expect((await circularsTo(charged))[0]?.text).toContain('Charges that no invoice says yet: $20');
});

describe('what is sent by mistake', () => {
  test('is sent once at a double click, by its key or as the same within a minute', async () => {
    const { parent } = await family();
    const [first, second] = await Promise.all([
      send({ classid }, { key: 'one' }),
      send({ classid }, { key: 'one' }),
    ]);
    expect(second.body).toEqual(first.body);
    expect(await circularsTo(parent)).toHaveLength(1);
    expect(await send({ classid }, { key: 'one', text: 'Another' })).toMatchObject({
      status: 409,
      body: { code: 'message-sent-already' },
    });

    school.clock.now += MINUTE_MS;
    const third = await send();
    expect(third.body.insertedId).not.toBe(first.body.insertedId);
    school.clock.now += MINUTE_MS - 1;
    expect((await send()).body).toEqual(third.body);
    school.clock.now += 1;
    expect((await send()).body.insertedId).not.toBe(third.body.insertedId);
    // What is another's is not known by their key.
    expect((await send({ classid }, { key: 'one' }, admin)).body.insertedId).not.toBe(first.body.insertedId);
    expect(await circularsTo(parent)).toHaveLength(4);
  });

  test('is sent once under its key on a page that stays open for days', async () => {
    const { parent } = await family();
    const { body } = await send({ classid }, { key: 'open' });
    school.clock.now += 2 * 24 * 60 * MINUTE_MS;
    expect((await send({ classid }, { key: 'open' })).body).toEqual(body);
    expect(await send({ classid }, { key: 'open', text: 'Another' })).toMatchObject({
      status: 409,
      body: { code: 'message-sent-already' },
    });
    expect(await circularsTo(parent)).toHaveLength(1);
  });

  test('needs its words, of a bounded length', async () => {
    await family();
    for (const [field, words] of [
      ['subject', ''],
      ['subject', 'a'.repeat(151)],
      ['subject', 'Two\nlines'],
      ['text', ''],
      ['text', 'a'.repeat(5001)],
    ] as const) {
      const { status, body } = await send({ classid }, { [field]: words });
      expect([status, body.errors?.[0]?.field]).toEqual([400, field]);
    }
    expect((await send({ owing: true, classid } as never)).status).toBe(400);
    expect((await send({ owing: false } as never)).status).toBe(400);
  });

  test(`is at most ${CIRCULARS_A_DAY} messages of one account a day`, async () => {
    await family();
    for (let at = 0; at < CIRCULARS_A_DAY; at++)
      expect((await send({ classid }, { subject: `Message ${at}` })).status).toBe(200);
    const { status, headers, body } = await send({ classid }, { subject: 'One more' });
    expect([status, body.code, Number(headers['retry-after'])]).toEqual([
      429,
      'too-many-requests',
      DAY_MS / 1000,
    ]);
    expect((await send({ classid }, {}, admin)).status).toBe(200);
    school.clock.now += DAY_MS;
    expect((await send({ classid }, { subject: 'One more' })).status).toBe(200);
  });
});

describe('the list of what was written', () => {
  test('says who got it and what became of each mail, for as long as that is kept', async () => {
    const [ada, ben, cleo] = [await family(), await family(), await family()];
    const { insertedId } = (await send()).body;
    const setMail = (person: Person, set: object) =>
      school.db
        .updateTable('mails')
        .set(set)
        .where('ref', '=', insertedId)
        .where('recipient', '=', person.email)
        .execute();
    await setMail(ada.parent, { sentat: school.clock.now, workat: null, letter: null });
    await setMail(ben.parent, { lasterror: 'Mailbox full', workat: null });
    const [listed] = (await office.call('GET', '/messages')).body.items;
    const counts = { families: 3, unreached: 0, waiting: 1, failed: 1 };
    expect(listed).toMatchObject({
      _id: insertedId,
      subject: SUBJECT,
      aim: { kind: 'class', id: classid, name: 'Cello' },
      sentby: office.user.name,
      ...counts,
    });
    const states = async () => {
      const { recipients } = await read(insertedId);
      return new Map(
        recipients.map(({ userid, state }: { userid: string; state: string }) => [userid, state]),
      );
    };
    expect(await states()).toEqual(
      new Map([
        [ada.parent.user._id, 'sent'],
        [ben.parent.user._id, 'failed'],
        [cleo.parent.user._id, 'waiting'],
      ]),
    );
    const { html } = await read(insertedId);
    expect(html).toContain('<strong>six</strong>');
    expect(html).toMatch(/See you there,<br>\s*the office/);

    school.clock.now += RECIPIENT_DAYS * DAY_MS + 1;
    await school.work();
    office = await school.signIn('office');
    expect(await read(insertedId)).toMatchObject({ recipients: [], families: 3 });
    school.clock.now += (CIRCULAR_DAYS - RECIPIENT_DAYS) * DAY_MS;
    await school.work();
    office = await school.signIn('office');
    expect((await office.call('GET', `/messages/${insertedId}`)).body.code).toBe('circular-not-found');
  });

  test('is in the log, once', async () => {
    await family();
    await send({ classid }, { key: 'a' });
    await send({ classid }, { key: 'a' });
    const { items } = (await admin.call('GET', '/changes?about=mail')).body;
    expect(
      items.filter(({ actorname }: { actorname: string }) => actorname === office.user.name),
    ).toMatchObject([
      { action: 'message-sent', subjectname: SUBJECT, before: 'Cello', after: 'class', note: '1' },
    ]);
  });

  test('loses a family with its account, and no other', async () => {
    const [ada, ben] = [await family(), await family()];
    const { insertedId } = (await send()).body;
    await eraseAccount(school.db, school.erasing, { uid: ada.parent.claims.uid, now: school.clock.now });
    const { recipients, families } = await read(insertedId);
    expect(recipients).toMatchObject([{ userid: ben.parent.user._id }]);
    expect(families).toBe(2);
    expect(await circularsTo(ada.parent)).toEqual([]);
  });

  test('follows a family that was made one with another', async () => {
    const { parent } = await family();
    const { insertedId } = (await send()).body;
    const keep = await school.signIn('student');
    const merge = { keep: keep.user._id, drop: parent.user._id };
    expect((await admin.call('POST', '/families/merge', merge)).status).toBe(200);
    expect((await read(insertedId)).recipients).toMatchObject([{ userid: keep.user._id }]);
  });
});
