import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { OPEN_QUESTIONS_MAX, QUESTION_DAYS, QUESTIONS_OF_NETWORK } from '#contract/questions/calls.ts';
import { eraseRows } from '#server/features/account/erase-rows.ts';
import { mailsOf } from '#tests/support/mails.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { deleteOldQuestions } from './queries.ts';

let school: TestSchool;
let admin: Person;
let parent: Person;

const DAY_MS = 24 * 60 * 60_000;

beforeAll(async () => {
  school = await openTestSchool();
  admin = await school.signIn('admin');
});
beforeEach(async () => {
  // Mails to admins are one an hour.
  school.clock.now += DAY_MS;
  parent = await school.signIn('student');
  for (const table of ['questions', 'mails', 'callcounts'] as const)
    await school.db.deleteFrom(table).execute();
});
afterAll(() => school.close());

const TEXT = 'May my son bring his own violin?';
const strangerAsks = (fields: object = {}) =>
  school.call('POST', '/questions', { text: TEXT, email: 'ana@mail.example', name: 'Ana', ...fields });
const list = async (query = '') => (await admin.call('GET', `/questions${query}`)).body.items;
const mails = async () =>
  (await mailsOf(school))
    .map(({ kind, recipient, text: letter }) => ({ kind, recipient, letter }))
    .sort((one, other) => other.kind.localeCompare(one.kind));

test('a parent asks about a class, the office is told, answers once, and the answer goes out by mail', async () => {
  const { _id: classid, classname } = await school.addClass({ classname: 'Violin' });
  const asked = await parent.call('POST', '/questions', { text: TEXT, classid });
  expect(asked.status).toBe(200);
  expect(await list()).toMatchObject([
    { text: TEXT, name: parent.user.name, email: parent.email, classid, classname, answer: null },
  ]);
  expect(await mails()).toMatchObject([{ kind: 'question', recipient: admin.email }]);
  const path = `/questions/${asked.body.insertedId}/answer`;
  expect((await admin.call('PUT', path, { answer: 'Yes.\n\nGladly.' })).status).toBe(200);
  const again = await admin.call('PUT', path, { answer: 'No.' });
  expect([again.status, again.body.code]).toEqual([409, 'question-answered']);
  expect(await list()).toEqual([]);
  expect(await list('?answered=1')).toMatchObject([
    { answer: 'Yes.\n\nGladly.', answeredby: admin.user.name },
  ]);
  const [, answer] = await mails();
  expect(answer).toMatchObject({ kind: 'answer', recipient: parent.email });
  for (const words of ['about Violin', TEXT, 'Yes.', 'Gladly.']) expect(answer?.letter).toContain(words);
});

test('the log says that a question was answered or deleted, of whose family and about what, and nothing of its words', async () => {
  const { _id: classid } = await school.addClass({ classname: 'Viola' });
  const asked = (await parent.call('POST', '/questions', { text: TEXT, classid })).body.insertedId;
  const strangers = (await strangerAsks()).body.insertedId;
  await admin.call('PUT', `/questions/${asked}/answer`, { answer: 'Gladly.' });
  await admin.call('PUT', `/questions/${asked}/answer`, { answer: 'No.' });
  school.clock.now += 1000;
  await admin.call('DELETE', `/questions/${strangers}`);
  const [deleted, answered] = (await admin.call('GET', '/changes?about=question')).body.items;
  const actorname = admin.user.name;
  expect(answered).toMatchObject({
    actorname,
    action: 'answered',
    subjectname: 'Viola',
    learnername: parent.user.name,
    familyid: parent.user._id,
  });
  expect(deleted).toMatchObject({
    actorname,
    action: 'deleted',
    subjectname: 'the school',
    learnername: null,
    familyid: null,
  });
  const lines = school.db.selectFrom('changes').selectAll().where('about', '=', 'question');
  expect(JSON.stringify(await lines.execute())).not.toMatch(/violin|Gladly|mail\.example/);
});

test('a stranger says where the answer goes, and nothing they typed is sent there', async () => {
  const missing = await strangerAsks({ email: undefined });
  expect([missing.status, missing.body.errors]).toMatchObject([400, [{ field: 'email' }]]);
  const { body } = await strangerAsks({ name: 'SECURITY ALERT', text: 'Go to http://evil.example' });
  // Before an admin has answered no outside address is written to.
  expect((await mails()).map(({ recipient }) => recipient)).toEqual([admin.email]);
  await admin.call('PUT', `/questions/${body.insertedId}/answer`, { answer: 'We do not understand.' });
  const [, answer] = await mails();
  expect(answer?.recipient).toBe('ana@mail.example');
  expect(answer?.letter).toContain('We do not understand.');
  expect(answer?.letter).not.toMatch(/evil|SECURITY/);
});

test('an account that has not proved its address is a stranger’s: nothing they typed is sent there, and their network is counted', async () => {
  await school.db.updateTable('users').set({ emailverified: 0 }).where('_id', '=', parent.user._id).execute();
  const ask = () => parent.call('POST', '/questions', { text: 'Go to http://evil.example' });
  const { body } = await ask();
  await admin.call('PUT', `/questions/${body.insertedId}/answer`, { answer: 'We do not understand.' });
  const [, answer] = await mails();
  expect(answer).toMatchObject({ recipient: parent.email });
  expect(answer?.letter).not.toContain('evil');
  const most = QUESTIONS_OF_NETWORK * school.config.rateLimitFactor;
  await school.db.updateTable('callcounts').set({ count: most }).execute();
  const over = await ask();
  expect([over.status, over.body.code]).toEqual([429, 'too-many-requests']);
});

test('of one account no more wait when they are asked at once', async () => {
  const asked = await Promise.all(
    Array.from({ length: 3 * OPEN_QUESTIONS_MAX }, () => parent.call('POST', '/questions', { text: TEXT })),
  );
  expect(asked.filter(({ status }) => status === 200)).toHaveLength(OPEN_QUESTIONS_MAX);
});

test('a signed-in caller is known by the account, whatever address or name the call sends', async () => {
  await parent.call('POST', '/questions', { text: TEXT, email: 'other@mail.example', name: 'Somebody' });
  expect(await list()).toMatchObject([
    { email: parent.email, name: parent.user.name, userid: parent.user._id },
  ]);
});

test('of one account a few questions wait at a time, and an address that a stranger types keeps its owner from nothing', async () => {
  for (let at = 0; at < OPEN_QUESTIONS_MAX; at++) {
    expect((await strangerAsks()).status).toBe(200);
    expect((await parent.call('POST', '/questions', { text: TEXT })).status).toBe(200);
  }
  const more = await parent.call('POST', '/questions', { text: TEXT });
  expect([more.status, more.body.code]).toEqual([409, 'too-many-questions']);
  expect((await strangerAsks()).status).toBe(200);
  const [first] = await list();
  expect((await admin.call('DELETE', `/questions/${first._id}`)).body).toEqual({ deletedCount: 1 });
  expect((await admin.call('DELETE', `/questions/${first._id}`)).body.code).toBe('question-not-found');
  // Admins get one email for all the questions.
  expect((await mails()).length).toBe(1);
});

test('a network asks so often a day, by whatever addresses, and the next day again', async () => {
  const most = QUESTIONS_OF_NETWORK * school.config.rateLimitFactor;
  await strangerAsks();
  await school.db
    .updateTable('callcounts')
    .set({ count: most - 1 })
    .execute();
  expect((await strangerAsks({ email: 'last@mail.example' })).status).toBe(200);
  const over = await strangerAsks({ email: 'over@mail.example' });
  expect([over.status, over.body.code]).toEqual([429, 'too-many-requests']);
  // An account asks all the same, in whatever network.
  expect((await parent.call('POST', '/questions', { text: TEXT })).status).toBe(200);
  school.clock.now += DAY_MS;
  expect((await strangerAsks({ email: 'over@mail.example' })).status).toBe(200);
});

test.each([
  [{ text: '  ' }, 'text'],
  [{ text: 'x'.repeat(2001) }, 'text'],
  [{ email: 'a@b.example\r\nBcc: all@mail.example' }, 'email'],
  [{ name: 'Ana\u202eevil' }, 'name'],
])('%# what cannot be a question is refused by the name of the field', async (fields, field) => {
  const { status, body } = await strangerAsks(fields);
  expect(status).toBe(400);
  expect(body.errors[0]).toMatchObject({ field });
});

test('nobody learns by asking of a class that is not offered', async () => {
  const hidden = await school.addClass({ status: 'pending' });
  for (const classid of [hidden._id, 'nobody'])
    expect((await strangerAsks({ classid })).body.code).toBe('class-not-found');
});

test('questions go with the account that asked, and all of them after half a year', async () => {
  await parent.call('POST', '/questions', { text: TEXT });
  await strangerAsks();
  const data = await parent.call('GET', '/account/data');
  expect(data.body.questions).toMatchObject([{ text: TEXT, answer: null }]);
  const { user, email, learnerid } = parent;
  await eraseRows(school.db, school.erasing, { _id: user._id, email, learnerid }, school.clock.now);
  expect(await list()).toMatchObject([{ email: 'ana@mail.example' }]);
  await deleteOldQuestions(school.db, school.clock.now + QUESTION_DAYS * DAY_MS);
  expect(await list()).toHaveLength(1);
  await deleteOldQuestions(school.db, school.clock.now + QUESTION_DAYS * DAY_MS + 1);
  expect(await list()).toEqual([]);
});
