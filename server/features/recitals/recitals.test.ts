import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eraseAccount } from '#server/features/account/erase-account.ts';
import { endEverySignIn } from '#server/features/account/index.ts';
import { describeRecovery } from '#server/features/recovery/index.ts';
import { ROWS } from '#server/features/rows.ts';
import { readCalendar } from '#tests/support/calendars.ts';
import { addChildBy, letGuard } from '#tests/support/families.ts';
import { serving } from '#tests/support/plans.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { addLesson, addRoom } from '#tests/support/timetable.ts';
import { findStudentsCalled } from './queries.ts';

/* A recital on Saturday, 3 October 2026, at six; the clock stands on 1 September 2026. */

const DAY = '2026-10-03';
const EVENING = { name: 'Autumn recital', day: DAY, starttime: '18:00', public: true };

let school: TestSchool;
let admin: Person;
let office: Person;
let clara: Person;
let boris: Person;
let family: Person;
let others: Person;
/** Mia Sol and Ole Berg are Clara’s students, Ada King is Boris’s. */
let mia: string;
let ole: string;
let ada: string;
let claras: string;
let room: string;

beforeAll(async () => {
  school = await openTestSchool();
  admin = await school.signIn('admin');
  office = await school.signIn('office');
  [clara, boris] = [await school.signIn('instructor'), await school.signIn('instructor')];
  [family, others] = [await school.signIn('student'), await school.signIn('student')];
  mia = await addChildBy(family, { firstname: 'Mia', lastname: 'Sol', born: '2019-05-01' });
  ole = await addChildBy(family, { firstname: 'Ole', lastname: 'Berg', born: '2011-05-01' });
  ada = await addChildBy(others, { firstname: 'Ada', lastname: 'King' });
  claras = (await school.addClass({ instructoremail: clara.email, availableseat: 9 }))._id;
  const boriss = (await school.addClass({ instructoremail: boris.email, availableseat: 9 }))._id;
  for (const [learnerid, classid] of [
    [mia, claras],
    [ole, claras],
    [ada, boriss],
  ]) {
    const { status } = await admin.call('POST', '/enrolments', { learnerid, classid, pay: 'cash' });
    expect(status).toBe(200);
  }
  room = await addRoom(school.db, { name: 'Hall' });
});
beforeEach(async () => {
  for (const table of ['recitals', 'lessons', 'closures', 'facts'] as const)
    await school.db.deleteFrom(table).execute();
  school.changed(['timetable', 'school']);
});
afterAll(() => school.close({ typed: ['One', 'Two', 'Recital', 'Autumn recital', 'Hall', 'Small hall'] }));

type Fields = Record<string, unknown>;
const piece = (learnerid: string, fields: Fields = {}) => ({
  learnerids: [learnerid],
  title: 'Gavotte',
  composer: 'Gossec',
  minutes: 3,
  ...fields,
});
const add = async (fields: Fields = {}): Promise<string> => {
  const { status, body } = await office.call('POST', '/recitals', { ...EVENING, ...fields });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.insertedId;
};
const save = (by: Person, id: string, pieces: object[], version?: number) =>
  by.call('PUT', `/recitals/${id}/pieces`, { pieces, ...(version !== undefined && { version }) });
const read = async (by: Person, id: string) => (await by.call('GET', `/recitals/${id}/pieces`)).body;
const page = async (id: string) => (await school.call('GET', `/recitals/${id}`)).body;
const consent = (by: Person, id: string, learnerid: string, name: string) =>
  by.call('POST', `/recitals/${id}/consent`, { learnerid, name });
/** A file, as a caller or a visitor gets it. */
const file = (path: string, by?: Person) =>
  school.app.inject({
    url: `/api${path}`,
    headers: by ? { authorization: `Bearer ${by.token}` } : {},
  });
const sheetOf = async (id: string, by?: Person) => (await file(`/recitals/${id}/programme`, by)).body;
const refusal = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code];
const performers = async (id: string) =>
  (await page(id)).pieces.map((one: { performers: string[] }) => one.performers.join(', '));

describe('the evening', () => {
  test('is listed with its day, its room and how long its pieces take', async () => {
    const id = await add({ roomid: room });
    await save(office, id, [piece(mia, { setupminutes: 2 }), piece(ole, { minutes: 10 })]);
    const { body } = await clara.call('GET', '/recitals');
    expect(body.items).toMatchObject([
      { _id: id, ...EVENING, room: 'Hall', minutes: 15, pieces: 2, startsat: '2026-10-03T18:00:00.000Z' },
    ]);
    expect((await family.call('GET', '/recitals')).status).toBe(403);
  });

  test('is not put into a room that a lesson has, and no lesson into the room that it has', async () => {
    const lesson = await addLesson(school.db, {
      classid: claras,
      day: DAY,
      starttime: '18:30',
      roomid: room,
    });
    const refused = await office.call('POST', '/recitals', { ...EVENING, roomid: room });
    expect(refusal(refused)).toEqual([409, 'room-taken']);
    expect(refused.body.detail).toContain('Hall');
    await school.db.deleteFrom('lessons').execute();
    await add({ roomid: room });
    await addLesson(school.db, { ...lesson, _id: 'other', roomid: null, starttime: '18:30' });
    const moved = await clara.call('PUT', '/lessons/other', {
      ...{ day: DAY, starttime: '18:30', minutes: 45 },
      roomid: room,
    });
    expect(refusal(moved)).toEqual([409, 'room-taken']);
    expect(moved.body.detail).toContain('Autumn recital');
    const { body } = await clara.call('GET', `/lessons/other/free?day=${DAY}&starttime=18:30&minutes=45`);
    expect(body.rooms).not.toContainEqual(expect.objectContaining({ _id: room }));
    const later = { day: DAY, starttime: '19:00', minutes: 45, roomid: room };
    expect((await clara.call('PUT', '/lessons/other', later)).status).toBe(200);
  });

  test('has its room for as long as its pieces take', async () => {
    const id = await add({ roomid: room });
    await addLesson(school.db, { classid: claras, day: DAY, starttime: '19:00', roomid: room });
    const long = [piece(mia, { minutes: 60 })];
    expect((await save(office, id, long)).status).toBe(200);
    expect(refusal(await save(office, id, [...long, piece(ole, { minutes: 1 })]))).toEqual([
      409,
      'room-taken',
    ]);
    expect((await read(office, id)).minutes).toBe(60);
  });

  test('is not put beside another in one room, on closing days, or in a room that is not in use', async () => {
    await add({ roomid: room });
    const again = (fields: Fields) => office.call('POST', '/recitals', { ...EVENING, ...fields });
    expect(refusal(await again({ roomid: room, starttime: '18:59' }))).toEqual([409, 'room-taken']);
    expect((await again({ roomid: room, starttime: '19:00' })).status).toBe(200);
    expect(refusal(await again({ roomid: 'none' }))).toEqual([400, 'room-unknown']);
    expect((await again({ day: '2026-08-31' })).status).toBe(400);
    const closing = { name: 'Autumn break', firstday: '2026-10-10', lastday: '2026-10-11' };
    await admin.call('POST', '/closures', { ...closing, roomid: null, teacherid: null });
    expect(refusal(await again({ roomid: room, day: '2026-10-10' }))).toEqual([409, 'day-closed']);
  });

  test('keeps its room from being deleted until it is called off', async () => {
    const hall = await addRoom(school.db, { name: 'Small hall' });
    const id = await add({ roomid: hall });
    expect(refusal(await admin.call('DELETE', `/rooms/${hall}`, {}))).toEqual([409, 'room-in-use']);
    const { body } = await admin.call('DELETE', `/rooms/${hall}?dry=1`, {});
    expect(body.usedby).toMatchObject([{ classname: 'Autumn recital', lessons: 1 }]);
    await office.call('DELETE', `/recitals/${id}`, {});
    expect((await admin.call('DELETE', `/rooms/${hall}`, {})).status).toBe(200);
  });

  test('of which a newer state is there is not overwritten', async () => {
    const id = await add();
    const change = (version: number, name: string) =>
      office.call('PUT', `/recitals/${id}`, { ...EVENING, name, version });
    expect((await change(1, 'One')).status).toBe(200);
    expect(refusal(await change(1, 'Two'))).toEqual([409, 'changed-meanwhile']);
    // The same asked again is no fault.
    expect((await change(1, 'One')).status).toBe(200);
    expect(refusal(await save(office, id, [piece(mia)], 1))).toEqual([409, 'changed-meanwhile']);
    expect((await save(office, id, [piece(mia)], 2)).body).toMatchObject({ minutes: 3, version: 3 });
    expect(refusal(await office.call('DELETE', `/recitals/${id}`, { version: 2 }))).toEqual([
      409,
      'changed-meanwhile',
    ]);
  });

  test('is no page where it is not public, or called off', async () => {
    const id = await add({ public: false });
    for (const path of ['', '.ics', '/programme'])
      expect((await school.call('GET', `/recitals/${id}${path}`)).status).toBe(404);
    await office.call('PUT', `/recitals/${id}`, EVENING);
    expect((await page(id)).name).toBe('Autumn recital');
    await office.call('DELETE', `/recitals/${id}`, {});
    expect((await school.call('GET', `/recitals/${id}`)).status).toBe(404);
  });
});

describe('pieces', () => {
  test('of a teacher are those that students of theirs play; others stay where they are', async () => {
    const id = await add();
    await save(office, id, [
      piece(mia, { title: 'One' }),
      piece(ada, { title: 'Two' }),
      piece(ole, { title: 'Three' }),
    ]);
    const { pieces } = await read(clara, id);
    expect(pieces.map(({ own }: { own: boolean }) => own)).toEqual([true, false, true]);
    const [one, , three] = pieces;
    const fresh = piece(mia, { title: 'Four' });
    expect((await save(clara, id, [three, one, fresh])).status).toBe(200);
    const titles = async () => (await read(office, id)).pieces.map(({ title }: { title: string }) => title);
    expect(await titles()).toEqual(['Three', 'Two', 'One', 'Four']);
    await save(clara, id, [one]);
    expect(await titles()).toEqual(['One', 'Two']);
    await save(clara, id, []);
    expect(await titles()).toEqual(['Two']);
  });

  test('of others a teacher neither changes nor names, nor a student of another', async () => {
    const id = await add();
    await save(office, id, [piece(ada)]);
    const [theirs] = (await read(office, id)).pieces;
    expect(refusal(await save(clara, id, [theirs]))).toEqual([404, 'piece-not-found']);
    expect(refusal(await save(clara, id, [piece(ada)]))).toEqual([404, 'learner-not-found']);
    // Another teacher may accompany, and plays alone in no piece of hers.
    expect(refusal(await save(clara, id, [piece(boris.learnerid)]))).toEqual([404, 'learner-not-found']);
    for (const helper of ['accompanistid', 'turnerid'])
      expect(refusal(await save(clara, id, [piece(mia, { [helper]: ada })]))).toEqual([
        404,
        'learner-not-found',
      ]);
    expect(refusal(await save(office, id, [piece('unknown')]))).toEqual([404, 'learner-not-found']);
    expect((await save(clara, id, [piece(mia, { accompanistid: boris.learnerid })])).status).toBe(200);
  });

  test('with another’s student at the piano or turning pages are changed by their teacher all the same', async () => {
    const id = await add();
    await save(office, id, [piece(mia, { accompanistid: ada, turnerid: ada }), piece(ada), piece(ole)]);
    const { pieces } = await read(clara, id);
    const [own, , other] = pieces;
    expect(pieces.map((one: { own: boolean }) => one.own)).toEqual([true, false, true]);
    expect(JSON.stringify(pieces)).not.toMatch(/Ada|King/);
    expect((await save(clara, id, [{ ...own, title: 'Allegro' }, other])).status).toBe(200);
    const [first] = (await read(office, id)).pieces;
    expect(first).toMatchObject({ title: 'Allegro', accompanistid: ada, turnerid: ada });
    // In another piece they are still no student whom the teacher may name.
    const elsewhere = [own, { ...other, accompanistid: ada }];
    expect(refusal(await save(clara, id, elsewhere))).toEqual([404, 'learner-not-found']);
    // Once they help no more they are known by no id.
    await save(office, id, [{ ...first, accompanistid: null, turnerid: null }, piece(ada)]);
    expect(JSON.stringify((await read(clara, id)).pieces)).not.toContain(ada);
  });

  test('are the new teacher’s once the child has another', async () => {
    const id = await add();
    await save(office, id, [piece(ada)]);
    const [known] = (await read(office, id)).pieces;
    school.clock.now += 1000;
    const again = await school.addClass({ instructoremail: clara.email, availableseat: 2 });
    await admin.call('POST', '/enrolments', {
      learnerid: ada,
      classid: again._id,
      pay: 'cash',
    });
    expect((await save(clara, id, [{ ...known, title: 'Bourrée' }])).status).toBe(200);
    await consent(others, id, ada, 'none');
    school.clock.now += 1000;
    expect(await performers(id)).toEqual([`a student of ${clara.user.name}`]);
    await school.db.deleteFrom('enrolments').where('classid', '=', again._id).execute();
    expect(refusal(await save(clara, id, [known]))).toEqual([404, 'piece-not-found']);
  });

  test('play a role in what is warned of, and in what is suggested, which changes nothing', async () => {
    const id = await add({ starttime: '18:56' });
    const { body } = await save(office, id, [
      piece(ole, { minutes: 5, accompanistid: clara.learnerid }),
      piece(mia, { needs: ['piano'] }),
      piece(ole, { needs: ['amplifier'] }),
    ]);
    const before = await read(office, id);
    const [first, second, third] = before.pieces;
    expect(body).toMatchObject({ minutes: 11, warnings: before.warnings });
    expect(before.warnings).toEqual([
      { kind: 'turner', piece: first._id },
      { kind: 'late', piece: second._id },
      { kind: 'twice', piece: third._id, with: first._id },
    ]);
    const suggested = await office.call('POST', `/recitals/${id}/suggest`);
    expect(suggested.body.order[0]).toBe(second._id);
    expect(suggested.body.warnings.map(({ kind }: { kind: string }) => kind)).not.toContain('late');
    expect(await read(office, id)).toEqual(before);
  });

  test('are a few, and not longer than an evening', async () => {
    const id = await add();
    const many = (count: number, fields: Fields) => Array.from({ length: count }, () => piece(mia, fields));
    expect((await save(office, id, many(81, {}))).status).toBe(400);
    expect((await save(office, id, many(11, { minutes: 60 }))).status).toBe(400);
    expect((await save(office, id, many(10, { minutes: 60 }))).status).toBe(200);
    expect((await save(office, id, [piece(mia, { minutes: 61 })])).status).toBe(400);
    expect((await save(office, id, [{ ...piece(mia), learnerids: [] }])).status).toBe(400);
  });
});

describe('people whom pieces may name', () => {
  type People = { people: { learnerid: string; name: string; teaches: boolean }[]; morepeople?: boolean };
  const people = async (by: Person, query: string): Promise<People> => {
    const { status, body } = await by.call('GET', `/recitals/${id}/pieces${query}`);
    expect(status).toBe(200);
    return body;
  };
  const namesOf = ({ people }: People) => people.map(({ name }) => name);
  let id: string;
  beforeEach(async () => {
    id = await add();
    await save(office, id, [piece(mia), piece(ada)]);
  });

  test('are told in parts, the same as at once', async () => {
    const whole = await people(clara, '');
    expect('morepeople' in whole).toBe(false);
    expect(namesOf(whole).slice(-2)).toEqual(['Mia Sol', 'Ole Berg']);
    expect(whole.people.filter(({ teaches }) => teaches)).toHaveLength(whole.people.length - 2);
    const count = whole.people.length;
    expect(await people(clara, `?limit=${count}`)).toEqual({ ...whole, morepeople: false });
    const part = await people(clara, `?limit=${count - 1}`);
    expect(part).toEqual({ ...whole, people: whole.people.slice(0, -1), morepeople: true });
    for (const limit of [0, 301, 'x'])
      expect((await clara.call('GET', `/recitals/${id}/pieces?limit=${limit}`)).status).toBe(400);
  });

  test('are found by all words of their names, teachers and students of one’s own alone', async () => {
    const found = async (by: Person, q: string) =>
      namesOf(await people(by, `?limit=5&q=${encodeURIComponent(q)}`));
    expect(await found(clara, 'sol MI')).toEqual(['Mia Sol']);
    expect(namesOf(await people(clara, '?q=berg'))).toEqual(['Ole Berg']);
    expect(await found(clara, 'e b')).toEqual(['Ole Berg']);
    expect(await found(clara, boris.user.name)).toContain(boris.user.name);
    for (const q of ['ada king', '%', '_', 'sol berg']) expect(await found(clara, q)).toEqual([]);
    expect(await found(boris, 'ada')).toEqual(['Ada King']);
    for (const by of [boris, office]) expect(await found(by, 'mia')).toEqual([]);
    // The search narrows the people alone: the pieces stay the same.
    const { pieces, warnings } = await read(clara, id);
    expect(await people(clara, '?limit=5&q=ole')).toMatchObject({ pieces, warnings });
  });

  test('are found alike among many students', async () => {
    const grown = await school.signIn('student');
    const kim = await addChildBy(grown, { firstname: 'Kim', lastname: 'Ålund' });
    await school.db
      .updateTable('users')
      .set({ name: 'Ester Åkesson' })
      .where('_id', '=', grown.user._id)
      .execute();
    const gone = await addChildBy(grown, { firstname: 'Kim', lastname: 'Left' });
    for (const learnerid of [grown.learnerid, kim, gone])
      await admin.call('POST', '/enrolments', { learnerid, classid: claras, pay: 'cash' });
    await school.db.updateTable('learners').set({ leftat: 1 }).where('_id', '=', gone).execute();
    const find = (q: string, few: number, limit = 9, teacherid = clara.user._id) =>
      serving(() => findStudentsCalled(school.db, { teacherid, q, limit, few }));
    const byName = (found: { name: string }[]) => found.map(({ name }) => name).sort();
    const all = ['Ester Åkesson', 'Kim Ålund', 'Mia Sol', 'Ole Berg'];
    const searches: [string, string[]][] = [
      ['', all],
      ['kim', ['Kim Ålund']],
      ['åkes est', ['Ester Åkesson']],
      ['ålund', ['Kim Ålund']],
      ['ol', ['Mia Sol', 'Ole Berg']],
      ['e b', ['Ole Berg']],
      ['king', []],
      // A child is not called as its account is.
      ['kim ester', []],
    ];
    for (const [q, names] of searches) {
      expect([q, byName(await find(q, 0))]).toEqual([q, names]);
      const query = `?limit=9&q=${encodeURIComponent(q)}`;
      const { people: few } = await people(clara, query);
      expect([q, byName(few.filter(({ teaches }) => !teaches))]).toEqual([q, names]);
    }
    expect(await find('', 0, 2)).toHaveLength(2);
    expect(await find('kim', 0, 9, boris.user._id)).toEqual([]);
    const found = (await find('mia', 0))[0];
    expect(found).toEqual({ learnerid: mia, name: 'Mia Sol' });
    await school.db.deleteFrom('enrolments').where('learnerid', 'in', [grown.learnerid, kim, gone]).execute();
  });
});

describe('names', () => {
  test('a visitor reads it in the language of the page, whichever was asked for before', async () => {
    await school.db.updateTable('school').set({ languages: '["en","de","fr"]' }).execute();
    const id = await add();
    await save(office, id, [piece(mia)]);
    school.changed(['school']);
    const named = async (language: string) => {
      const headers = { 'accept-language': language };
      const { body } = await school.app.inject({ url: `/api/recitals/${id}`, headers });
      return JSON.parse(body).pieces[0].performers[0];
    };
    const { name } = clara.user;
    for (const round of ['made', 'kept']) {
      expect(await named('en'), round).toBe(`a student of ${name}`);
      expect(await named('de'), round).toBe(`eine Schülerin oder ein Schüler von ${name}`);
      expect(await named('fr'), round).toBe(`un ou une élève de ${name}`);
    }
    await school.db.updateTable('school').set({ languages: null }).execute();
    school.changed(['school']);
  });

  test('are printed by first name and initial before an answer, and nowhere else', async () => {
    const id = await add();
    await save(office, id, [piece(mia)]);
    const [{ names, printed }] = (await read(office, id)).pieces;
    expect([names, printed]).toEqual([['Mia Sol'], ['Mia S.']]);
    const sheet = await sheetOf(id, office);
    expect(sheet).toContain('Mia S.');
    const student = `a student of ${clara.user.name}`;
    expect(await performers(id)).toEqual([student]);
    for (const by of [undefined, family, boris]) {
      const body = await sheetOf(id, by);
      expect(body).toContain(student);
      expect(body).not.toContain('Mia');
    }
  });

  test('are what the family answers, at once and until it answers anew', async () => {
    const id = await add();
    await save(office, id, [piece(mia)]);
    for (const [name, said] of [
      ['full', 'Mia Sol'],
      ['first', 'Mia'],
      ['none', `a student of ${clara.user.name}`],
      ['full', 'Mia Sol'],
    ] as const) {
      school.clock.now += 1000;
      expect((await consent(family, id, mia, name)).status).toBe(200);
      expect(await performers(id)).toEqual([said]);
      const sheet = await sheetOf(id, office);
      expect(sheet).toContain(said);
      expect(sheet.includes('Sol')).toBe(name === 'full');
    }
  });

  test('are what was answered a week before an account was stolen, once it is its owner’s again', async () => {
    const owner = await school.signIn('student');
    const kim = await addChildBy(owner, { firstname: 'Kim', lastname: 'Ray' });
    const classid = claras;
    await admin.call('POST', '/enrolments', { learnerid: kim, classid, pay: 'cash' });
    const id = await add();
    await save(office, id, [piece(kim)]);
    await consent(owner, id, kim, 'first');
    school.clock.now += 8 * 24 * 60 * 60_000;
    for (const name of ['none', 'full']) {
      school.clock.now += 1000;
      expect((await consent(owner, id, kim, name)).status).toBe(200);
    }
    expect(await performers(id)).toEqual(['Kim Ray']);
    const rows = () =>
      school.db
        .selectFrom('recitalconsents')
        .selectAll()
        .where('recitalid', '=', id)
        .where('byid', 'is not', null)
        .execute();
    expect(await rows()).toHaveLength(2);
    school.clock.now += 1000;
    const recovered = await endEverySignIn(school.db, {
      uid: owner.claims.uid,
      showAnew: () => school.changed(['timetable']),
      now: school.clock.now,
      rows: ROWS,
    });
    expect(recovered).toBeGreaterThan(0);
    expect(await performers(id)).toEqual(['Kim']);
    expect(await rows()).toHaveLength(1);
    expect(
      (await describeRecovery(school.db, ROWS, { userid: owner.user._id, now: school.clock.now })).recovered,
    ).toMatchObject({
      ended: [{ kind: 'naming', title: 'How Kim Ray is named in the recital Autumn recital' }],
    });
  });

  test('are answered for by who may act for the child alone, and where it takes part', async () => {
    const id = await add();
    await save(office, id, [piece(mia, { turnerid: ole })]);
    const guardian = await school.signIn('student');
    await letGuard(school, { parent: family, guardian, learnerid: mia, rights: { mayenrol: true } });
    expect((await consent(guardian, id, mia, 'full')).status).toBe(200);
    const aunt = await school.signIn('student');
    await letGuard(school, { parent: family, guardian: aunt, learnerid: mia });
    for (const by of [others, clara, admin, aunt])
      expect(refusal(await consent(by, id, mia, 'full'))).toEqual([404, 'learner-not-found']);
    expect((await consent(family, id, ole, 'first')).status).toBe(200);
    expect(refusal(await consent(others, id, ada, 'first'))).toEqual([404, 'recital-not-found']);
  });

  test('of another’s students a teacher reads as visitors do', async () => {
    const id = await add();
    await save(office, id, [piece(mia), piece(ada, { accompanistid: clara.learnerid })]);
    const body = JSON.stringify(await read(boris, id));
    expect(body).toContain('Ada King');
    expect(body).not.toContain('Mia');
    expect(body).not.toContain(mia);
    expect(body).toContain(clara.user.name);
  });

  test('have no markup of a page in them', async () => {
    const id = await add({ name: 'Recital' });
    await save(office, id, [piece(mia, { title: '<img src=x onerror=alert(1)>', composer: '"&' })]);
    const sheet = await file(`/recitals/${id}/programme`);
    expect(sheet.body).not.toMatch(/<b>|<img src=x/);
    expect(sheet.body).toContain('&lt;img');
    expect(sheet.headers['content-security-policy']).toContain("default-src 'none'");
  });
});

describe('what differs from the printed programme', () => {
  test('is a list, and none once it is printed again', async () => {
    const id = await add();
    const titles = ['One', 'Two', 'Three', 'Four', 'Five'];
    await save(
      office,
      id,
      titles.map((title) => piece(ole, { title })),
    );
    const differs = async () => (await read(office, id)).changes;
    expect(await differs()).toEqual([]);
    const { version } = (await read(office, id)).recital;
    expect((await office.call('POST', `/recitals/${id}/printed`, { version })).status).toBe(200);
    expect(await differs()).toEqual([]);
    const [one, two, three, four, five] = (await read(office, id)).pieces;
    await save(office, id, [
      one,
      { ...four, learnerids: [ada] },
      three,
      { ...five, composer: 'Bach' },
      piece(mia, { title: 'Six' }),
    ]);
    expect(two.title).toBe('Two');
    expect(await differs()).toEqual([
      { kind: 'dropped', number: 2, title: 'Two', after: null },
      { kind: 'players', number: 4, title: 'Four', after: null },
      { kind: 'moved', number: 3, title: 'Three', after: 4 },
      { kind: 'words', number: 5, title: 'Five', after: null },
      { kind: 'added', number: null, title: 'Six', after: 5 },
    ]);
    school.clock.now += 1000;
    await consent(family, id, ole, 'none');
    expect(await differs()).toContainEqual({ kind: 'named', number: 1, title: 'One', after: null });
    await office.call('PUT', `/recitals/${id}`, { ...EVENING, starttime: '18:30' });
    expect((await differs())[0]).toMatchObject({ kind: 'evening' });
    await office.call('POST', `/recitals/${id}/printed`, {});
    expect(await differs()).toEqual([]);
  });

  test('says nothing once it is as it was', async () => {
    const id = await add();
    await save(office, id, [piece(mia, { title: 'One' }), piece(ole, { title: 'Two' })]);
    await office.call('POST', `/recitals/${id}/printed`, {});
    const [one, two] = (await read(office, id)).pieces;
    await save(office, id, [two, { ...one, learnerids: [ole] }]);
    expect((await read(office, id)).changes).toHaveLength(2);
    await save(office, id, [one, two]);
    expect((await read(office, id)).changes).toEqual([]);
  });
});

describe('a family', () => {
  const own = async (by = family) => (await by.call('GET', '/recitals/own')).body;

  test('reads what its children play, how they are named, and that it is called off', async () => {
    const id = await add({ roomid: room, public: false });
    await save(office, id, [piece(mia), piece(ada)]);
    await consent(family, id, mia, 'first');
    const [recital] = await own();
    expect(recital).toMatchObject({ _id: id, room: 'Hall', cancelled: false });
    expect(recital.learners).toEqual([
      {
        learnerid: mia,
        learnername: 'Mia Sol',
        consent: 'first',
        mayanswer: true,
        printed: 'Mia',
        choices: { full: 'Mia Sol', first: 'Mia', none: `a student of ${clara.user.name}` },
        pieces: [{ title: 'Gavotte', composer: 'Gossec' }],
      },
    ]);
    expect(JSON.stringify(recital)).not.toContain('Ada');
    expect(await own(clara)).toMatchObject([{ _id: id, learners: [] }]);
    expect(await own(await school.signIn('student'))).toEqual([]);
    await office.call('DELETE', `/recitals/${id}`, {});
    expect(await own()).toMatchObject([{ _id: id, cancelled: true }]);
  });

  test('has it in its calendar, and is told there that it is called off', async () => {
    const id = await add({ roomid: room });
    await save(office, id, [piece(mia)]);
    const { url } = (await family.call('POST', '/account/calendar')).body;
    const path = new URL(url).pathname.replace('/api/', '/');
    const event = async () => readCalendar((await file(path)).body).events.find(({ uid }) => uid === id);
    expect(await event()).toMatchObject({ summary: 'Mia Sol: Autumn recital', status: 'CONFIRMED' });
    const { sequence } = (await event()) ?? {};
    await office.call('DELETE', `/recitals/${id}`, {});
    expect(await event()).toMatchObject({ status: 'CANCELLED', sequence: Number(sequence) + 1 });
  });

  test('and visitors have a public one as a file', async () => {
    const id = await add({ roomid: room });
    const { events } = readCalendar((await file(`/recitals/${id}.ics`)).body);
    expect(events).toMatchObject([
      { uid: id, summary: 'Autumn recital', startsat: Date.UTC(2026, 9, 3, 18) },
    ]);
  });

  test('that deletes its account is in no programme; a piece that others play stays', async () => {
    const leaving = await school.signIn('student');
    const kim = await addChildBy(leaving, { firstname: 'Kim', lastname: 'Ray' });
    const id = await add();
    await save(office, id, [
      { ...piece(kim), title: 'Alone' },
      { ...piece(kim), title: 'Together', learnerids: [kim, mia], turnerid: kim },
      { ...piece(kim), title: 'Printed' },
    ]);
    await consent(leaving, id, kim, 'full');
    expect((await leaving.call('GET', '/account/data')).body.recitals).toContainEqual({
      learnerid: kim,
      learnername: 'Kim Ray',
      recital: 'Autumn recital',
      day: DAY,
      title: 'Alone',
      composer: 'Gossec',
      name: 'full',
    });
    const { pieces } = await read(office, id);
    await save(office, id, pieces.slice(0, 2));
    await office.call('POST', `/recitals/${id}/printed`, {});
    await eraseAccount(school.db, school.erasing, { uid: leaving.claims.uid, now: school.clock.now });
    const after = await read(office, id);
    expect(JSON.stringify(after)).not.toContain('Kim');
    expect(after.pieces).toMatchObject([{ title: 'Together', names: ['Mia Sol'], turner: null }]);
    expect(after.changes).toContainEqual({ kind: 'dropped', number: 1, title: 'Alone', after: null });
  });
});

test('children whom the office makes one play once, and the later answer counts', async () => {
  const [one, other] = [await school.signIn('student'), await school.signIn('student')];
  const [lea, twin] = [
    await addChildBy(one, { firstname: 'Lea' }),
    await addChildBy(other, { firstname: 'Lea' }),
  ];
  const id = await add();
  await save(office, id, [{ ...piece(lea), learnerids: [lea, twin] }]);
  await consent(one, id, lea, 'full');
  school.clock.now += 1000;
  await consent(other, id, twin, 'first');
  const merged = await admin.call('POST', '/families/merge', { keep: lea, drop: twin });
  expect(merged.status).toBe(200);
  expect(await performers(id)).toEqual(['Lea']);
  expect((await admin.call('DELETE', `/families/merge/${merged.body.insertedId}`)).status).toBe(200);
  school.clock.now += 10_000;
  expect(await performers(id)).toEqual(['Lea Sol, Lea']);
});

test('the next event of the home page is a recital, as it is, until it is called off', async () => {
  const id = await add({ roomid: room });
  const events = async () =>
    (await school.call('GET', '/school')).body.facts.filter(({ kind }: { kind: string }) => kind === 'event');
  const fill = (by: Person) => by.call('PUT', '/school/facts/next-event', { recitalid: id });
  expect((await fill(office)).status).toBe(403);
  await fill(admin);
  await fill(admin);
  expect(await events()).toMatchObject([{ title: 'Autumn recital', day: DAY, words: '18:00, Hall' }]);
  await office.call('PUT', `/recitals/${id}`, { ...EVENING, roomid: room, day: '2026-10-04' });
  expect(await events()).toMatchObject([{ title: 'Autumn recital', day: '2026-10-04' }]);
  await office.call('DELETE', `/recitals/${id}`, {});
  expect(await events()).toEqual([]);
});
