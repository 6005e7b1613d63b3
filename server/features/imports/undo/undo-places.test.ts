import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { checkRecords } from '#server/admin/check-records.ts';
import { addChildBy } from '#tests/support/families.ts';
import { bodyToSend } from '#tests/support/form-body.ts';
import { mailsOf } from '#tests/support/mails.ts';
import { openTestSchool, type Person, type TestSchool, testWithWaitlist } from '#tests/support/school.ts';
import { seatsOf } from '#tests/support/seats.ts';
import { addLesson } from '#tests/support/timetable.ts';

const HOUR_MS = 60 * 60_000;
const COLUMNS = {
  email: 'Email',
  parentname: 'Parent',
  firstname: 'First',
  lastname: 'Last',
  class: 'Class',
  pays: 'Pays',
};
const HEADINGS = Object.values(COLUMNS).join(',');

let school: TestSchool;
let admin: Person;
let number = 0;

beforeAll(async () => {
  school = await openTestSchool();
});
beforeEach(async () => {
  school.clock.now += HOUR_MS;
  number++;
  admin = await school.signIn('admin');
});
afterAll(() => school.close());

const at = (family: string) => `${family}${number}@places.example`;

/** Imports lines such as `ana Rui Flute due`, and lets an hour pass; gives the import's id. */
async function imports(...lines: string[]): Promise<string> {
  const rows = lines.map((line) => {
    const [family = '', child, classname = '', pays = ''] = line.split(' ');
    const isKnown = family.includes('@');
    const [email, parent] = isKnown ? [family, ''] : [at(family), 'Ana Costa'];
    return [email, parent, child, 'Costa', classname && `${classname} ${number}`, pays].join(',');
  });
  const answer = await school.app.inject({
    method: 'POST',
    url: '/api/imports',
    headers: { authorization: `Bearer ${await admin.issue()}` },
    payload: bodyToSend({
      file: new File([[HEADINGS, ...rows].join('\n')], 'families.csv'),
      columns: JSON.stringify(COLUMNS),
    }),
  });
  const told = answer.json();
  expect(told.places?.refused ?? 0, answer.body).toBe(0);
  expect(told.insertedId, answer.body).toBeDefined();
  school.clock.now += HOUR_MS;
  return told.insertedId;
}

const addClass = async (classname: string, availableseat = 3) =>
  (await school.addClass({ classname: `${classname} ${number}`, availableseat }))._id;
const tryUndo = async (id: string) => (await admin.call('DELETE', `/imports/${id}?dry=1`)).body;
const undo = async (id: string) => (await admin.call('DELETE', `/imports/${id}`)).body;
const stateOf = async (id: string) =>
  (await admin.call('GET', '/imports')).body.find(({ _id }: { _id: string }) => _id === id)?.state;

const learnerOf = async (family: string, firstname: string) => {
  const found = school.db
    .selectFrom('learners')
    .innerJoin('users', 'users._id', 'learners.userid')
    .select(['learners._id', 'users._id as userid'])
    .where('users.email', '=', at(family))
    .where('firstname', '=', firstname);
  return found.executeTakeFirstOrThrow();
};
const orderOf = async (family: string, firstname: string) => {
  const { _id } = await learnerOf(family, firstname);
  const orders = school.db.selectFrom('orders').selectAll().where('learnerid', '=', _id);
  return orders.executeTakeFirstOrThrow();
};
const isThere = async (family: string) =>
  (await school.db.selectFrom('users').select('_id').where('email', '=', at(family)).execute()).length > 0;
const reasonsOf = ({ kept }: { kept: { name: string; sentence: string }[] }) =>
  Object.fromEntries(kept.map(({ name, sentence }) => [name, sentence]));

/** The records hold, and the money check finds each payment of the month as it should be. */
async function agrees() {
  const records = { db: school.db, dialect: inject('dialect'), close: async () => {} };
  const findings = await checkRecords(records, { now: school.clock.now, hasEmbeddedCards: true });
  expect(findings.filter(({ state }) => state === 'wrong')).toEqual([]);
  const { lines } = (await admin.call('GET', '/money')).body;
  const verdicts = lines.map(({ verdict }: { verdict: string }) => verdict);
  expect(verdicts.filter((verdict: string) => !['matched', 'owed'].includes(verdict))).toEqual([]);
}
const owed = async () => (await admin.call('GET', '/money')).body.sums.owed;
const setSent = () =>
  school.db
    .updateTable('mails')
    .set({ sentat: school.clock.now, workat: null })
    .where('sentat', 'is', null)
    .execute();

test('places that are owed or free end with their import, and the families go; again does nothing', async () => {
  const [flute, drums] = [await addClass('Flute'), await addClass('Drums')];
  const before = await owed();
  const id = await imports('ana Rui Flute due', 'ana Eva Drums free', 'joe Max Flute due', 'joe Lou');
  expect(await owed()).toBe(before + 120);
  const mails = (await mailsOf(school)).length;
  const places = { ended: 3, struck: 120, currency: 'usd' };
  expect(await tryUndo(id)).toEqual({ places, kept: [] });
  expect(await seatsOf(school.db, flute)).toMatchObject({ taken: 2 });

  const orders = [await orderOf('ana', 'Rui'), await orderOf('joe', 'Max')];
  expect(await undo(id)).toEqual({ deletedCount: 6, places, kept: [] });
  expect([await isThere('ana'), await isThere('joe')]).toEqual([false, false]);
  for (const classid of [flute, drums])
    expect(await seatsOf(school.db, classid)).toEqual({ free: 3, held: 0, taken: 0 });
  const ids = orders.map(({ _id }) => _id);
  expect(await school.db.selectFrom('orders').select('_id').where('_id', 'in', ids).execute()).toEqual([]);
  expect(await owed()).toBe(before);
  expect((await mailsOf(school)).length).toBe(mails);
  expect(await stateOf(id)).toBe('undone');
  const log = await school.db
    .selectFrom('changes')
    .select(['action', 'note', 'after', 'actorname'])
    .where('subjectid', 'in', ids)
    .where('action', '=', 'cancelled')
    .execute();
  expect(log.map(({ actorname }) => actorname)).toEqual([admin.user.name, admin.user.name]);
  const { items } = (await admin.call('GET', '/changes')).body;
  const line = items.find(({ action }: { action: string }) => action === 'import-undone');
  expect(line).toMatchObject({ note: '6', after: '3', actorname: admin.user.name });
  await agrees();
  expect(await undo(id)).toEqual({ deletedCount: 0, kept: [] });
  await agrees();
});

test('a place that was paid or to which something has happened stays, with the reason; others end', async () => {
  for (const name of ['Flute', 'Drums', 'Viola', 'Harp', 'Oboe']) await addClass(name, 9);
  const harp = `Harp ${number}`;
  const id = await imports(
    'cash Rui Flute cash',
    'cash Rui Drums due',
    'wire Ina Flute transfer',
    'later Leo Flute due',
    'gone Gil Flute due',
    'moved Mia Flute due',
    'moved Max',
    'asked Ada Flute free',
    'taught Tom Harp due',
    'renewed Ren Oboe due',
    'plain Pia Flute due',
    'plain Pia Viola due',
  );
  const later = await orderOf('later', 'Leo');
  const pay = { kind: 'cash', key: 'one' };
  expect((await admin.call('PUT', `/enrolments/${later._id}/paid`, pay)).status).toBe(200);
  const gone = await orderOf('gone', 'Gil');
  expect((await admin.call('POST', `/enrolments/${gone._id}/cancel`)).status).toBe(200);
  const moved = await orderOf('moved', 'Mia');
  const { _id: max } = await learnerOf('moved', 'Max');
  expect((await admin.call('PUT', `/enrolments/${moved._id}/learner`, { learnerid: max })).status).toBe(200);
  const asks = { text: 'When does it begin?', email: at('asked'), name: 'Ana' };
  expect((await school.call('POST', '/questions', asks)).status).toBe(200);
  const { classid } = await orderOf('taught', 'Tom');
  const { createdat } = await orderOf('taught', 'Tom');
  const startsat = createdat + HOUR_MS / 4;
  await addLesson(school.db, {
    classid: classid ?? '',
    day: new Date(startsat).toISOString().slice(0, 10),
    startsat,
    endsat: startsat + HOUR_MS / 4,
  });
  const renewed = await orderOf('renewed', 'Ren');
  const next = (await school.addClass({ classname: `Oboe ${number}b` }))._id;
  await school.db.updateTable('classes').set({ copyof: renewed.classid }).where('_id', '=', next).execute();
  const again = { classid: next, learnerid: renewed.learnerid, pay: 'due' };
  expect((await admin.call('POST', '/enrolments', again)).status).toBe(200);

  const dry = await tryUndo(id);
  const stays = {
    'Rui Costa': expect.stringMatching(/Flute \d+ was paid/),
    'Ina Costa': expect.stringMatching(/Flute \d+ was paid/),
    'Leo Costa': expect.stringMatching(/Flute \d+ was paid/),
    'Max Costa': expect.stringMatching(/Flute \d+ has been changed/),
    'Ada Costa': expect.stringContaining('has written to the school'),
    'Tom Costa': `Lessons in ${harp} have been held since the import.`,
    'Ren Costa': expect.stringMatching(/Oboe \d+ has been renewed/),
  };
  expect(reasonsOf(dry)).toEqual(stays);
  expect(dry.places).toEqual({ ended: 3, struck: 180, currency: 'usd' });
  const done = await undo(id);
  expect(done.places).toEqual(dry.places);
  expect(reasonsOf(done)).toMatchObject({
    ...stays,
    // It ended by another's hand, and its order is kept as of any other.
    'Gil Costa': 'Has a payment.',
    'Ana Costa': 'Has children who stay.',
  });
  expect([await isThere('plain'), await isThere('asked'), await isThere('cash')]).toEqual([
    false,
    true,
    true,
  ]);
  const left = await school.db
    .selectFrom('orders')
    .select(['state', 'paidby', 'amount'])
    .where('learnerid', '=', (await learnerOf('cash', 'Rui'))._id)
    .orderBy('state')
    .execute();
  expect(left).toEqual([
    { state: 'enrolled', paidby: 'cash', amount: 6000 },
    { state: 'expired', paidby: 'due', amount: 6000 },
  ]);
  expect(await stateOf(id)).toBe('done');
  await agrees();

  // What the office cancels goes by its own rules; what has ended is not ended again.
  const second = await undo(id);
  expect(second).toMatchObject({ deletedCount: 0 });
  expect(second.places).toBeUndefined();
  await agrees();
});

test('a child that stays for another reason goes once that is over, with what its place left', async () => {
  const flute = await addClass('Flute');
  const other = await addClass('Other');
  const id = await imports('ana Rui Flute due');
  const { _id: learnerid } = await learnerOf('ana', 'Rui');
  const selection = { _id: `chosen${number}`, learnerid, classid: other, enrolled: 0 as const, createdat: 0 };
  await school.db.insertInto('selections').values(selection).execute();
  expect(reasonsOf(await undo(id))['Rui Costa']).toBe('A class is chosen.');
  expect(await orderOf('ana', 'Rui')).toMatchObject({
    state: 'expired',
    reason: 'The school has withdrawn the list by which it gave this place.',
  });
  expect(await seatsOf(school.db, flute)).toMatchObject({ taken: 0 });
  await school.db.deleteFrom('selections').where('_id', '=', selection._id).execute();
  expect(await undo(id)).toEqual({ deletedCount: 2, kept: [] });
  await agrees();
});

test('only what the import itself gave ends: no place by hand, and none of another import', async () => {
  const [flute, drums] = [await addClass('Flute'), await addClass('Drums')];
  const first = await imports('ana Rui Flute due');
  const second = await imports('ana Rui Drums due', 'ana Eva');
  const { _id: learnerid } = await learnerOf('ana', 'Eva');
  const byHand = { classid: flute, learnerid, pay: 'due' };
  expect((await admin.call('POST', '/enrolments', byHand)).status).toBe(200);
  expect(await undo(second)).toMatchObject({ deletedCount: 0, places: { ended: 1 } });
  expect(await seatsOf(school.db, flute)).toMatchObject({ taken: 2 });
  expect(await seatsOf(school.db, drums)).toMatchObject({ taken: 0 });
  const done = await undo(first);
  expect(done).toMatchObject({ deletedCount: 1, places: { ended: 1 } });
  expect(reasonsOf(done)).toEqual({ 'Ana Costa': 'Has children who stay.' });
  await agrees();
});

test('an import that gave places alone to children who were here can be undone, and they stay', async () => {
  const parent = await school.signIn('student');
  await addChildBy(parent, { firstname: 'Eva', lastname: 'Costa' });
  await addChildBy(parent, { firstname: 'Rui', lastname: 'Costa' });
  const flute = await addClass('Flute');
  const id = await imports(`${parent.email} Eva Flute due`, `${parent.email} Rui Flute cash`);
  expect(id).toBeDefined();
  school.clock.now += 31 * 24 * HOUR_MS;
  await school.work();
  const done = await undo(id);
  expect(done).toMatchObject({ deletedCount: 0, places: { ended: 1, struck: 60 } });
  expect(Object.keys(reasonsOf(done))).toEqual(['Rui Costa']);
  expect(await seatsOf(school.db, flute)).toMatchObject({ taken: 1 });
  const { body } = await parent.call('GET', '/learners');
  expect(body.map(({ firstname }: { firstname: string }) => firstname)).toEqual(
    expect.arrayContaining(['Eva', 'Rui']),
  );
  await agrees();
});

testWithWaitlist('the seat of a full class goes to the first who waits', async () => {
  const classid = await addClass('Full', 1);
  const id = await imports('ana Rui Full due');
  const waiting = await school.signIn('student');
  expect((await waiting.call('POST', '/waitlist', { classid })).status).toBe(200);
  await undo(id);
  expect(await seatsOf(school.db, classid)).toEqual({ free: 0, held: 1, taken: 0 });
  const mails = await mailsOf(school, waiting.email);
  expect(mails.map(({ kind }) => kind)).toContain('seat-offered');
  await agrees();
});

describe('mails', () => {
  const told = async (email: string) =>
    (await mailsOf(school, email)).filter(({ kind }) => kind === 'places-withdrawn');

  test('who was written to since gets one mail for all places, and who was not none', async () => {
    for (const name of ['Flute', 'Drums']) await addClass(name, 9);
    const parent = await school.signIn('student');
    await addChildBy(parent, { firstname: 'Zoe', lastname: 'Costa' });
    await setSent();
    const silent = await imports(`${parent.email} Zoe Flute due`);
    const id = await imports('ana Rui Flute due', 'ana Eva Drums free', 'joe Max Flute due');
    expect((await admin.call('POST', `/imports/${id}/claims`)).body).toEqual({ modifiedCount: 2 });
    // The invitation of one of them is not sent yet, and will never be.
    await setSent();
    await school.db
      .updateTable('mails')
      .set({ sentat: null, workat: school.clock.now })
      .where('recipient', '=', at('joe'))
      .execute();
    const { body: found } = await admin.call('GET', `/families/search?q=${at('ana')}`);
    expect(found.items).toHaveLength(1);
    await undo(silent);
    await undo(id);
    const [mail, ...more] = await told(at('ana'));
    expect([mail?.subject, more]).toEqual(['2 places were cancelled', []]);
    expect(mail?.text).toContain(`A place in Flute ${number} has ended. $60 is no longer owed.`);
    expect(mail?.text).toContain(`A place in Drums ${number} has ended.`);
    expect(await mailsOf(school, at('joe'))).toEqual([]);
    expect(await told(parent.email)).toEqual([]);
    await undo(id);
    expect(await told(at('ana'))).toHaveLength(1);
    await agrees();
  });

  test('a family that has signed in keeps its account and reads whose place it was', async () => {
    await addClass('Flute', 9);
    const parent = await school.signIn('student');
    await addChildBy(parent, { firstname: 'Zoe', lastname: 'Costa' });
    const id = await imports(`${parent.email} Zoe Flute due`);
    await setSent();
    const write = { to: { owing: true }, subject: 'Dear families', text: 'Hello.' };
    expect((await admin.call('POST', '/messages', write)).status).toBe(200);
    await setSent();
    await undo(id);
    const [mail] = await told(parent.email);
    expect(mail?.subject).toBe(`A place in Flute ${number} was cancelled`);
    expect(mail?.text).toMatch(/Zoe Costa: A place in Flute \d+ has ended\. \$60 is no longer owed\./);
    expect((await parent.call('GET', '/learners')).body).toHaveLength(2);
  });
});

test('undone by two at once, while a family cancels and the office is paid, each place ends once', async () => {
  const flute = await addClass('Flute', 9);
  const families = Array.from({ length: 6 }, (_, one) => `race${one}`);
  const id = await imports(...families.map((family) => `${family} Kid Flute due`));
  const [first, second] = [await orderOf('race0', 'Kid'), await orderOf('race1', 'Kid')];
  const other = await school.signIn('admin');
  const answers = await Promise.all([
    admin.call('DELETE', `/imports/${id}`),
    other.call('DELETE', `/imports/${id}`),
    admin.call('POST', `/enrolments/${first._id}/cancel`),
    admin.call('PUT', `/enrolments/${second._id}/paid`, { kind: 'cash', key: 'one' }),
  ]);
  expect(answers.slice(0, 2).map(({ status }) => status)).toEqual([200, 200]);
  const ended = answers.slice(0, 2).reduce((sum, { body }) => sum + (body.places?.ended ?? 0), 0);
  const isCancelled = answers[2]?.status === 200 && (await isThere('race0'));
  const isPaid = answers[3]?.status === 200;
  expect(ended).toBe(6 - Number(isCancelled) - Number(isPaid));
  expect(await seatsOf(school.db, flute)).toMatchObject({ taken: Number(isPaid) });
  await agrees();
});

test('the office sees neither the dry run nor the undo', async () => {
  await addClass('Flute');
  const id = await imports('ana Rui Flute due');
  const office = await school.signIn('office');
  for (const query of ['', '?dry=1'])
    expect((await office.call('DELETE', `/imports/${id}${query}`)).status).toBe(403);
});
