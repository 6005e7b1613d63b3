import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enrol } from '#tests/support/pay.ts';
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

testWithWaitlist('a seat that comes free for a child is told with its name', async () => {
  const { parent, aunt, mia } = await family();
  const holder = await school.signIn('student');
  const { _id: classid } = await school.addClass({ classname: 'Oboe', availableseat: 1 });
  const { enrolment } = await enrol(school, holder, classid);
  await parent.call('POST', '/waitlist', { classid, learnerid: mia });
  await holder.call('POST', `/enrolments/${enrolment}/cancel`);
  for (const person of [parent, aunt])
    expect(await sentTo(person)).toEqual([
      expect.stringMatching(/A seat is free in Oboe[\s\S]*For: Mia Sol/),
    ]);
});
