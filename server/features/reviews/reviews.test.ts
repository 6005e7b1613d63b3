import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KEY_SCOPES } from '#contract/keys/calls.ts';
import { ROWS } from '#server/features/rows.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { reviewRows } from './rows.ts';

/** Words that no answer to others may have. */
const MARK = 'Zeilenweise';
const DAY_MS = 24 * 60 * 60_000;

let school: TestSchool;
let admin: Person;
let other: Person;
let teacher: Person;
let stranger: Person;
let office: Person;
let student: Person;

beforeAll(async () => {
  school = await openTestSchool();
  admin = await school.signIn('admin');
  other = await school.signIn('admin');
  teacher = await school.signIn('instructor');
  stranger = await school.signIn('instructor');
  office = await school.signIn('office');
  student = await school.signIn('student');
});
afterAll(() => school.close());

const DESCRIPTION = 'For who begins.\n\nBring a bow.\n\nWe play in spring.';
const addClass = async (fields: object = {}) =>
  (
    await school.addClass({
      instructoremail: teacher.email,
      status: 'pending',
      description: DESCRIPTION,
      ...fields,
    })
  )._id;

const POST = {
  title: 'Scales',
  blog_description: 'Why they matter.',
  blog: 'They matter.\n\nEach day.',
  image: '/art/cello-480.webp',
  category: 'Study',
};
const addPost = async (fields: object = {}, by = teacher): Promise<string> =>
  (await by.call('POST', '/blogs', { ...POST, state: 'waiting', ...fields })).body.insertedId;

const read = async (id: string, by = admin, kind = 'class') =>
  (await by.call('GET', `/reviews/${kind}/${id}`)).body;
const write = (id: string, note: object, { by = admin, kind = 'class' } = {}) =>
  by.call('POST', `/reviews/${kind}/${id}`, note);
const note = async (id: string, body: object, of?: { by?: Person; kind?: string }): Promise<string> => {
  // Notes are in the order of their moments.
  school.clock.now += 1;
  const answer = await write(id, body, of);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.insertedId;
};
const take = (id: string, by = teacher) => by.call('PUT', `/reviews/notes/${id}`, { taken: true });
const answer = (id: string, words: string, by = teacher) =>
  by.call('PUT', `/reviews/notes/${id}`, { answer: words });
const edit = (id: string, fields: object, by = teacher) => by.call('PUT', `/class/update/${id}`, fields);
const classOf = async (id: string) => (await admin.call('GET', `/class/${id}`)).body;
const postOf = async (id: string) => (await admin.call('GET', `/blogs/mine/${id}`)).body;
const changedOf = ({ parts }: { parts: { field: string; paragraph: number | null; changed: boolean }[] }) =>
  parts.filter(({ changed }) => changed).map(({ field, paragraph }) => paragraph ?? field);
const mailsTo = async ({ email }: Person, kind: string) =>
  (
    await school.db
      .selectFrom('mails')
      .select('kind')
      .where('recipient', '=', email)
      .where('kind', '=', kind)
      .execute()
  ).length;

describe('a class that waits', () => {
  test('is read in its fields and its paragraphs, counted from 1', async () => {
    const id = await addClass();
    const review = await read(id);
    expect(review).toMatchObject({ kind: 'class', state: 'pending', open: true, since: null, notes: [] });
    const text = review.parts.filter(({ field }: { field: string }) => field === 'description');
    expect(
      text.map(({ paragraph, words }: { paragraph: number; words: string }) => [paragraph, words]),
    ).toEqual([
      [1, 'For who begins.'],
      [2, 'Bring a bow.'],
      [3, 'We play in spring.'],
    ]);
    expect(changedOf(review)).toEqual([]);
  });

  test('is written beside by an admin, answered and taken by its teacher', async () => {
    const id = await addClass();
    const asked = await note(id, { field: 'price', words: 'Is that for a term?' });
    const proposed = await note(id, { paragraph: 2, words: 'Which?', proposal: 'Bring a violin bow.' });
    expect(await read(id, teacher)).toMatchObject({
      turn: 'teacher',
      notes: [
        { _id: asked, field: 'price', paragraph: null, own: false, authorname: admin.user.name },
        { _id: proposed, field: 'description', paragraph: 2, about: 'Bring a bow.', changed: false },
      ],
    });
    expect(await answer(asked, 'For a month.')).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
    expect(await take(proposed)).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
    expect((await classOf(id)).description).toBe(DESCRIPTION.replace('a bow', 'a violin bow'));
    const { notes } = await read(id);
    expect(notes).toMatchObject([{ answer: 'For a month.', own: true }, { takenat: expect.any(String) }]);
    const { body: lines } = await admin.call('GET', `/class/history/${id}`);
    expect(lines.map(({ action }: { action: string }) => action).toSorted()).toEqual([
      'proposal-taken',
      'updated',
    ]);
  });

  test('is one note where the same is written twice, and one change where it is taken twice', async () => {
    const id = await addClass();
    const body = { field: 'classname', proposal: 'Viola' };
    const [one, two] = await Promise.all([note(id, body), note(id, body)]);
    expect(one).toBe(two);
    const takes = await Promise.all([take(one), take(one), take(one)]);
    expect(takes.map(({ body: { modifiedCount } }) => modifiedCount).toSorted()).toEqual([0, 0, 1]);
    expect((await classOf(id)).classname).toBe('Viola');
  });

  test('keeps what two admins write at once', async () => {
    const id = await addClass();
    await Promise.all([
      note(id, { paragraph: 1, words: 'One' }),
      note(id, { paragraph: 1, words: 'Two' }, { by: other }),
    ]);
    const { notes } = await read(id);
    expect(notes.map(({ words }: { words: string }) => words).toSorted()).toEqual(['One', 'Two']);
  });
});

describe('words that changed meanwhile', () => {
  test('are not replaced: both are shown', async () => {
    const id = await addClass();
    const proposed = await note(id, { paragraph: 2, proposal: 'Bring two.' });
    await edit(id, { description: DESCRIPTION.replace('a bow', 'rosin') });
    const refused = await take(proposed);
    expect(refused).toMatchObject({ status: 409, body: { code: 'changed-meanwhile' } });
    expect(refused.body.detail).toContain('Bring a bow.');
    expect(refused.body.detail).toContain('Bring rosin.');
    expect((await classOf(id)).description).toContain('Bring rosin.');
    const [shown] = (await read(id, teacher)).notes;
    expect(shown).toMatchObject({ changed: true, about: 'Bring a bow.', now: 'Bring rosin.', takenat: null });
  });

  test('are found where they were moved to', async () => {
    const id = await addClass();
    const proposed = await note(id, { paragraph: 3, proposal: 'We play in May.' });
    await edit(id, { description: `New.\n\n${DESCRIPTION}` });
    expect((await read(id)).notes).toMatchObject([{ paragraph: 4, changed: false, now: null }]);
    expect((await take(proposed)).status).toBe(200);
    expect((await classOf(id)).description).toBe(`New.\n\n${DESCRIPTION.replace('spring', 'May')}`);
  });

  test('are not written beside by who read them before', async () => {
    const id = await addClass();
    const { version } = await read(id);
    await edit(id, { description: 'Another.' });
    expect(await write(id, { paragraph: 1, words: 'Late', version })).toMatchObject({
      status: 409,
      body: { code: 'changed-meanwhile' },
    });
    await note(id, { paragraph: 1, words: 'In time', version: (await read(id)).version });
  });

  test('lose no change where they are taken while they are edited', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await addClass();
      const proposed = await note(id, { paragraph: 2, proposal: 'Taken.' });
      const { version } = await classOf(id);
      const description = DESCRIPTION.replace('Bring a bow.', 'Edited.');
      const [taken, edited] = await Promise.all([take(proposed), edit(id, { description, version })]);
      expect([taken.status, edited.status].toSorted()).toEqual([200, 409]);
      const words = taken.status === 200 ? 'Taken.' : 'Edited.';
      expect((await classOf(id)).description).toBe(DESCRIPTION.replace('Bring a bow.', words));
    }
  });
});

describe('the next look', () => {
  test('shows what changed since the last one, until the words are others again', async () => {
    const id = await addClass();
    await note(id, { paragraph: 1, words: 'Who?' });
    expect(changedOf(await read(id))).toEqual([]);
    await edit(id, { classname: 'Viola', description: `For adults.\n\nBring a bow.\n\nNew.` });
    const second = await read(id);
    expect(changedOf(second)).toEqual(['classname', 1, 3]);
    expect(second.parts.find(({ paragraph }: { paragraph: number }) => paragraph === 1).was).toBe(
      'For who begins.',
    );
    // While it lasts, what was written in it hides nothing.
    await note(id, { field: 'classname', words: 'Fine.', version: second.version });
    await note(id, { paragraph: 1, words: 'Good.', version: second.version });
    expect(changedOf(await read(id))).toEqual(['classname', 1, 3]);
    await edit(id, { description: `For adults.\n\nBring a bow.` });
    const third = await read(id);
    expect(changedOf(third)).toEqual([]);
    expect(third.struck).toEqual(['New.']);
  });

  test('does not count a place that is taken', async () => {
    const id = await addClass({ status: 'denied' });
    await note(id, { field: 'availableseat', words: 'So many?' });
    const { editversion } = await school.db
      .selectFrom('classes')
      .select('editversion')
      .where('_id', '=', id)
      .executeTakeFirstOrThrow();
    expect((await read(id)).version).toBe(editversion);
    expect(changedOf(await read(id))).toEqual([]);
  });
});

describe('submitting again', () => {
  test('is for what was written beside, once', async () => {
    const id = await addClass();
    const resubmit = () => teacher.call('PUT', `/class/resubmit/${id}`);
    expect((await resubmit()).body.code).toBe('not-denied');
    await note(id, { field: 'classname', words: 'Longer?' });
    const before = (await teacher.call('GET', '/reviews')).body.items;
    expect(before).toContainEqual(expect.objectContaining({ _id: id, open: 1, notes: 1, turn: 'teacher' }));
    expect((await resubmit()).status).toBe(200);
    expect((await resubmit()).body.code).toBe('not-denied');
    expect((await admin.call('GET', '/reviews')).body.items).toContainEqual(
      expect.objectContaining({ _id: id, kind: 'class', turn: 'school' }),
    );
  });

  test('while an admin is reviewing refuses what they write beside what they have not read', async () => {
    const id = await addClass();
    await note(id, { paragraph: 1, words: 'First' });
    const { version } = await read(id);
    await edit(id, { description: 'Anew.' });
    await teacher.call('PUT', `/class/resubmit/${id}`);
    expect((await write(id, { paragraph: 1, words: 'Second', version })).status).toBe(409);
    expect((await read(id)).turn).toBe('school');
    await note(id, { paragraph: 1, words: 'Second', version: (await read(id)).version });
    expect((await read(id)).turn).toBe('teacher');
  });

  test('takes a decided class off the lists', async () => {
    const id = await addClass();
    await note(id, { field: 'classname', words: 'Longer?' });
    await admin.call('PUT', `/class/approved/${id}`);
    const { items } = (await teacher.call('GET', '/reviews')).body;
    expect(items.map(({ _id }: { _id: string }) => _id)).not.toContain(id);
    expect((await write(id, { field: 'classname', words: 'Late' })).body.code).toBe('already-decided');
  });
});

describe('posts', () => {
  const always = async (reviewposts: string) => {
    const { version } = (await school.call('GET', '/school')).body;
    expect((await admin.call('PUT', '/school', { reviewposts, version })).status).toBe(200);
  };
  const isPublic = async (id: string) => (await school.call('GET', `/blog/${id}`)).status === 200;

  test('that wait are read by no visitor, and are published by an admin, who is logged and told of', async () => {
    const id = await addPost();
    expect(await isPublic(id)).toBe(false);
    expect((await school.call('GET', '/blog/page')).body.items).not.toContainEqual(
      expect.objectContaining({ _id: id }),
    );
    expect(await mailsTo(admin, 'post-waiting')).toBeGreaterThan(0);
    const { version } = await postOf(id);
    await admin.call('PUT', `/blogs/${id}`, { ...POST, state: 'published', version });
    expect(await isPublic(id)).toBe(true);
    expect(await mailsTo(teacher, 'post-published')).toBe(1);
    const { items } = (await admin.call('GET', '/changes?about=school')).body;
    const decision = { action: 'approved', before: 'waiting', after: 'published', note: 'post' };
    expect(items).toContainEqual(expect.objectContaining({ ...decision, subjectid: id }));
  });

  test('are sent back as drafts, with what was written beside them', async () => {
    const id = await addPost();
    const proposed = await note(id, { paragraph: 2, proposal: 'Every day.' }, { kind: 'blog' });
    const { version } = await postOf(id);
    await admin.call('PUT', `/blogs/${id}`, { ...POST, state: 'draft', version });
    expect(await mailsTo(teacher, 'post-sent-back')).toBe(1);
    expect((await take(proposed)).status).toBe(200);
    expect(await postOf(id)).toMatchObject({ state: 'draft', blog: 'They matter.\n\nEvery day.' });
    const again = { ...POST, blog: 'They matter.\n\nEvery day.', state: 'waiting' };
    await teacher.call('PUT', `/blogs/${id}`, { ...again, version: version + 2 });
    const review = await read(id, admin, 'blog');
    expect([review.turn, changedOf(review)]).toEqual(['school', [2]]);
  });

  test('of teachers always wait where the school says so, and their changes too', async () => {
    const before = await addPost({ state: 'published' });
    expect(await isPublic(before)).toBe(true);
    await always('always');
    const id = await addPost({ state: 'published' });
    const own = await addPost({ state: 'published' }, admin);
    expect([await isPublic(id), await isPublic(own)]).toEqual([false, true]);
    expect((await postOf(id)).state).toBe('waiting');
    const { version } = await postOf(before);
    await teacher.call('PUT', `/blogs/${before}`, { ...POST, title: 'Other', state: 'published', version });
    expect(await isPublic(before)).toBe(false);
    await always('asked');
    expect(await isPublic(await addPost({ state: 'published' }))).toBe(true);
  });

  test('that wait are drafts to programs, and again once their author does not teach any more', async () => {
    const author = await school.signIn('instructor');
    const id = await addPost({}, author);
    const { secret } = (await admin.call('POST', '/keys', { name: 'Site', scopes: KEY_SCOPES })).body;
    const seen = await school.app.inject({
      url: `/api/v1/posts/${id}`,
      headers: { authorization: `Bearer ${secret}` },
    });
    expect([seen.statusCode, seen.json().state]).toEqual([200, 'draft']);
    await note(id, { field: 'title', words: 'Longer?' }, { kind: 'blog' });
    await admin.call('PATCH', `/users/student/${author.user._id}`);
    expect((await postOf(id)).state).toBe('draft');
    expect((await author.call('GET', `/reviews/blog/${id}`)).status).toBe(404);
  });

  test('that are deleted take their notes with them', async () => {
    const id = await addPost();
    const written = await note(id, { field: 'title', words: 'Longer?' }, { kind: 'blog' });
    await teacher.call('DELETE', `/blogs/${id}`);
    expect((await admin.call('GET', `/reviews/blog/${id}`)).status).toBe(404);
    expect((await admin.call('DELETE', `/reviews/notes/${written}`)).status).toBe(404);
  });
});

describe('nothing of it', () => {
  test('is there for anyone but admins and its teacher', async () => {
    const id = await addClass();
    const written = await note(id, { paragraph: 1, words: MARK, proposal: `${MARK}.` });
    for (const person of [stranger, office, student]) {
      expect((await person.call('GET', `/reviews/class/${id}`)).status).toBe(404);
      expect((await write(id, { paragraph: 1, words: 'x' }, { by: person })).status).toBe(404);
      expect((await answer(written, 'x', person)).status).toBe(404);
      expect((await take(written, person)).status).toBe(404);
      expect((await person.call('DELETE', `/reviews/notes/${written}`)).status).toBe(404);
    }
    expect((await write(id, { paragraph: 1, words: 'x' }, { by: teacher })).status).toBe(404);
    expect((await answer(written, 'x', admin)).status).toBe(404);
    expect((await other.call('DELETE', `/reviews/notes/${written}`)).status).toBe(404);
    expect((await teacher.call('DELETE', `/reviews/notes/${written}`)).status).toBe(404);
    expect((await school.call('GET', `/reviews/class/${id}`)).status).toBe(401);
    expect((await admin.call('DELETE', `/reviews/notes/${written}`)).body.deletedCount).toBe(1);
  });

  test('is in what visitors, the office, keys or webhooks read, nor once it is approved', async () => {
    const id = await addClass();
    await admin.call('POST', '/webhooks', { url: 'https://office.example/', events: ['class.changed'] });
    await note(id, { paragraph: 1, words: MARK, proposal: `${MARK}.` });
    await answer(await note(id, { field: 'classname', words: `${MARK}?` }), MARK);
    await admin.call('PUT', `/class/approved/${id}`);
    const { secret } = (await admin.call('POST', '/keys', { name: 'All', scopes: KEY_SCOPES })).body;
    const headers = { authorization: `Bearer ${secret}` };
    const paths = [`/class/${id}`, '/classes/all', '/classes/page', '/changes', `/class/history/${id}`];
    for (const path of paths) {
      const byKey = await school.app.inject({ url: `/api${path}`, headers });
      const byOffice = await office.call('GET', path);
      const byVisitor = await school.call('GET', path);
      expect(`${byKey.body}${JSON.stringify(byOffice.body)}${JSON.stringify(byVisitor.body)}`).not.toContain(
        MARK,
      );
    }
    expect((await school.app.inject({ url: `/api/reviews/class/${id}`, headers })).statusCode).toBe(403);
    const messages = await school.db.selectFrom('webhookmessages').select('body').execute();
    expect(JSON.stringify(messages)).not.toContain(MARK);
    const mails = await school.db.selectFrom('mails').select(['subject', 'letter']).execute();
    expect(JSON.stringify(mails)).not.toContain(MARK);
  });
});

describe('what is written', () => {
  test.each([
    ['nothing', {}],
    ['a field and a paragraph', { field: 'classname', paragraph: 1, words: 'x' }],
    ['a paragraph that is not there', { paragraph: 4, words: 'x' }],
    ['a field of posts', { field: 'title', words: 'x' }],
    ['no words', { field: 'classname' }],
    ['the words that stand there', { paragraph: 2, proposal: 'Bring a bow.' }],
    ['words where there are none', { field: 'price', proposal: 'Twelve' }],
    ['words that the form would refuse', { field: 'classname', proposal: 'x'.repeat(121) }],
    ['a paragraph too long for the text', { paragraph: 1, proposal: 'x'.repeat(2000) }],
  ])('cannot be %s', async (_, body) => {
    expect(await write(await addClass(), body)).toMatchObject({
      status: 400,
      body: { code: 'invalid-input' },
    });
  });

  test('is told of by one mail, after a while', async () => {
    const before = await mailsTo(teacher, 'review-written');
    const id = await addClass();
    await note(id, { paragraph: 1, words: 'One' });
    await note(id, { paragraph: 2, words: 'Two' });
    expect(await mailsTo(teacher, 'review-written')).toBe(before + 1);
    school.clock.now += DAY_MS;
    await note(id, { paragraph: 2, words: 'Three' });
    expect(await mailsTo(teacher, 'review-written')).toBe(before + 2);
    school.clock.now -= DAY_MS;
  });

  test('is the next teacher’s once the class is handed over, and not the last one’s', async () => {
    const id = await addClass();
    const written = await note(id, { field: 'classname', words: 'Longer?' });
    await admin.call('PUT', `/class/teacher/${id}`, { email: stranger.email });
    expect((await answer(written, 'x')).status).toBe(404);
    expect((await answer(written, 'No.', stranger)).status).toBe(200);
  });

  test('is gone with a class that is deleted', async () => {
    const id = await addClass();
    const written = await note(id, { field: 'classname', words: 'Longer?' });
    await admin.call('DELETE', `/delete/${id}`);
    expect((await admin.call('GET', `/reviews/class/${id}`)).status).toBe(404);
    expect((await answer(written, 'x')).status).toBe(404);
  });

  test('is listed to an admin whose account was a stranger’s for a time, who ends it one by one', async () => {
    const { list, endOne } = reviewRows.reviewnotes.recovery;
    const author = await school.signIn('admin');
    const id = await addClass();
    const written = await note(id, { field: 'classname', proposal: 'Buy here' }, { by: author });
    const of = { userid: author.user._id, because: 'recovery' as const, now: school.clock.now };
    expect(await list(school.db, of)).toMatchObject([{ kind: 'note', id: written, title: 'Buy here' }]);
    const ended = await school.db
      .transaction()
      .execute((tx) => endOne(tx, { ...of, id: written, rows: ROWS }));
    expect([ended, await list(school.db, of)]).toEqual([true, []]);
  });
});

test('that a class of another teacher is reviewed no page says that is asked for from it on', async () => {
  const curious = await school.signIn('instructor');
  const own = { instructoremail: curious.email };
  const older = await addClass(own);
  await note(older, { field: 'classname', words: 'For whom?' });
  const theirs = await addClass();
  await note(theirs, { field: 'classname', words: 'For whom?' });
  const newer = await addClass(own);
  await note(newer, { field: 'classname', words: 'For whom?' });
  const pageFrom = async (id: string) =>
    (await curious.call('GET', `/reviews?after=${id}`)).body.items.map((one: { _id: string }) => one._id);
  expect(await pageFrom(newer)).toEqual([older]);
  expect(await pageFrom('unknown')).toEqual([newer, older]);
  expect(await pageFrom(theirs)).toEqual([newer, older]);
});
