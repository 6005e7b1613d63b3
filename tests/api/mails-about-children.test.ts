import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mailsOf } from '#tests/support/mails.ts';
import { confirmCard, enrol, record } from '#tests/support/pay.ts';
import { addChild } from '#tests/support/people.ts';
import { openTestSchool, type Person, type TestSchool, testWithWaitlist } from '#tests/support/school.ts';

let school: TestSchool;
let admin: Person;
beforeAll(async () => {
  school = await openTestSchool();
  admin = await school.signIn('admin');
});
afterAll(() => school.close());

/** A parent of Mia and Ole, a guardian of Mia who wants mail, and one who does not. */
async function family() {
  const [parent, aunt, silent] = await Promise.all([
    school.signIn('student'),
    school.signIn('student'),
    school.signIn('student'),
  ]);
  const { db } = school;
  const child = (firstname: string) =>
    addChild(db, { userid: parent.user._id, firstname, lastname: 'Sol', born: '2016-01-01' });
  const [mia, ole] = [await child('Mia'), await child('Ole')];
  const guard = (person: Person, getsmail: 0 | 1) =>
    db
      .insertInto('guardians')
      .values({ learnerid: mia, userid: person.user._id, mayenrol: 1, maypay: 0, getsmail, createdat: 0 })
      .execute();
  await guard(aunt, 1);
  await guard(silent, 0);
  return { parent, aunt, silent, mia, ole };
}

/** What somebody was sent, one text for each mail, the first one first. */
async function sentTo({ email }: Person): Promise<string[]> {
  await school.work();
  const outbox = join(school.config.dataDir, 'outbox');
  return readdirSync(outbox)
    .sort()
    .map((name) => readFileSync(join(outbox, name), 'utf8').replaceAll('=\r\n', ''))
    .filter((mail) => mail.includes(`To: ${email}`));
}

const byHand = (learnerid: string, classid: string) =>
  admin.call('POST', '/enrolments', { learnerid, classid, pay: 'cash' });

describe('what happens to a child', () => {
  test('is told to who pays and to guardians who want mail, of the money to who pays alone', async () => {
    const { parent, aunt, silent, mia } = await family();
    const { _id } = await school.addClass({ classname: 'Oboe' });
    await byHand(mia, _id);
    const [told] = await sentTo(aunt);
    expect(told).toContain('A place in Oboe is confirmed.');
    expect(told).toContain('For: Mia Sol');
    expect(told).not.toMatch(/Paid|\$|[Rr]eceipt/);
    expect(await sentTo(parent)).toEqual([expect.stringContaining('Mia Sol')]);
    expect(await sentTo(silent)).toEqual([]);
  });

  test('is told once an address, with the names of those whom it may know', async () => {
    const { parent, aunt, mia, ole } = await family();
    const { _id } = await school.addClass({ classname: 'Oboe' });
    for (const id of [mia, ole]) await byHand(id, _id);
    await admin.call('PUT', `/class/update/${_id}`, { classname: 'Cor anglais' });
    const changesTold = async (person: Person) =>
      (await sentTo(person)).filter((mail) => mail.includes('Subject: Oboe has changed'));
    const [parents, aunts] = [await changesTold(parent), await changesTold(aunt)];
    expect(parents).toEqual([expect.stringMatching(/For: (Mia Sol, Ole Sol|Ole Sol, Mia Sol)/)]);
    expect(aunts).toEqual([expect.stringContaining('For: Mia Sol')]);
    expect(aunts[0]).not.toContain('Ole');
  });

  test('is not told to who has lost the right before it is sent, and nothing of it is kept', async () => {
    const { parent, aunt, mia } = await family();
    const { _id } = await school.addClass({ classname: 'Oboe' });
    await byHand(mia, _id);
    await parent.call('DELETE', `/guardians/${mia}/${aunt.user._id}`);
    expect(await sentTo(aunt)).toEqual([]);
    const kept = school.db.selectFrom('mails').select('_id').where('recipient', '=', aunt.email);
    expect(await kept.execute()).toEqual([]);
    expect(await sentTo(parent)).toHaveLength(1);
  });
});

describe('who pays for a child', () => {
  const put = (id: string, what: 'paid' | 'returned') =>
    admin.call('PUT', `/enrolments/${id}/${what}`, { kind: 'cash', key: 'one' });

  /** Work that sends no mail, so that what was written can be read. */
  const workOnFeatures = async () => {
    for (const job of school.features.flatMap(({ jobs }) => jobs ?? [])) await job.run();
  };

  test('reads its name in every mail about the place and the money, and not that they take the class', async () => {
    const { parent, mia } = await family();
    const { _id: classid } = await school.addClass({ classname: 'Oboe' });
    const { body } = await admin.call('POST', '/enrolments', { learnerid: mia, classid, pay: 'due' });
    await put(body.insertedId, 'paid');
    await parent.call('POST', `/enrolments/${body.insertedId}/cancel`);
    await put(body.insertedId, 'returned');
    const harp = await school.addClass({ classname: 'Harp' });
    const opened = await parent.call('POST', '/create-payment-intent', {
      classid: harp._id,
      learnerid: mia,
      price: 60,
    });
    const { id: transactionId } = await confirmCard(school, opened.body.clientSecret);
    const recorded = await record(parent, harp._id, transactionId);
    await parent.call('POST', `/enrolments/${recorded.body.result.insertedId}/cancel`);
    await workOnFeatures();
    const mails = await mailsOf(school, parent.email);
    for (const subject of [
      'A place in Oboe is confirmed',
      'Your payment for Oboe',
      'A place in Oboe was cancelled',
      'Your refund for Oboe',
      'A place in Harp is confirmed',
      'A place in Harp was cancelled',
      'Your refund for Harp',
    ])
      expect(mails.filter((mail) => mail.subject === subject)).toMatchObject([
        { text: expect.stringContaining('For: Mia Sol') },
      ]);
    expect(mails).toHaveLength(7);
    for (const { text } of mails) expect(text).not.toMatch(/[Yy]our place|You are enrolled|you take classes/);
  });

  test('is told of the money, and no name, who may not know it any more when it is sent', async () => {
    const { parent, aunt, mia, ole } = await family();
    const [one, other] = [
      await school.addClass({ classname: 'Oboe' }),
      await school.addClass({ classname: 'Harp' }),
    ];
    const items = [mia, ole].flatMap((learnerid) => [
      { classid: one._id, learnerid },
      { classid: other._id, learnerid },
    ]);
    const opened = await parent.call('POST', '/checkout', { items });
    const { id } = await confirmCard(school, opened.body.clientSecret);
    await record(parent, one._id, id, 240);
    const moveTo = async (userid: string) => {
      await school.db.updateTable('learners').set({ userid }).where('_id', '=', mia).execute();
    };
    await moveTo(aunt.user._id);
    const [confirmed] = (await mailsOf(school, parent.email)).map(({ text }) => text);
    expect(confirmed).toMatch(/A student: Oboe \(\$60\)/);
    expect(confirmed).toMatch(/Ole Sol: Oboe \(\$60\)/);
    expect(confirmed).not.toContain('Mia');
    const orders = school.db.selectFrom('orders').select('_id').where('learnerid', '=', mia);
    for (const { _id } of await orders.execute()) await admin.call('POST', `/enrolments/${_id}/cancel`);
    await workOnFeatures();
    const mails = await mailsOf(school, parent.email);
    expect(mails).toHaveLength(5);
    expect(JSON.stringify(mails)).not.toContain('Mia');
  });
});

testWithWaitlist('a seat that comes free for a child is told with its name', async () => {
  const { parent, aunt, mia } = await family();
  const holder = await school.signIn('student');
  const { _id: classid } = await school.addClass({ classname: 'Oboe', availableseat: 1 });
  const { enrolment } = await enrol(school, holder, classid);
  await parent.call('POST', '/waitlist', { classid, learnerid: mia });
  await holder.call('POST', `/enrolments/${enrolment}/cancel`);
  for (const person of [parent, aunt])
    expect(await sentTo(person)).toEqual([
      expect.stringMatching(/A place is free in Oboe[\s\S]*For: Mia Sol/),
    ]);
  expect((await sentTo(parent))[0]).toContain('Pay and take the place');
  const [toAunt] = await sentTo(aunt);
  expect(toAunt).toContain('Open my classes');
  expect(toAunt).not.toContain('Pay and take');
});
