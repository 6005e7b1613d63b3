import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import type { Imported } from '#contract/imports/calls.ts';
import { checkRecords } from '#server/admin/check-records.ts';
import { addChildBy } from '#tests/support/families.ts';
import { bodyToSend } from '#tests/support/form-body.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { seatsOf } from '#tests/support/seats.ts';
import { addLesson } from '#tests/support/timetable.ts';

let school: TestSchool;
let admin: Person;

beforeAll(async () => {
  school = await openTestSchool();
});
beforeEach(async () => {
  admin = await school.signIn('admin');
});
afterAll(() => school.close());

const COLUMNS = {
  email: 'Courriel',
  parentname: 'Eltern',
  firstname: 'Vorname',
  lastname: 'Nachname',
  born: 'Geb.',
  class: 'Kurs',
  term: 'Période',
  teacher: 'Lehrkraft',
  pays: 'Zahlung',
};
const HEADINGS = Object.values(COLUMNS).join(';');

async function post(path: string, content: string) {
  const answer = await school.app.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: { authorization: `Bearer ${await admin.issue()}` },
    payload: bodyToSend({ file: new File([content], 'families.csv'), columns: JSON.stringify(COLUMNS) }),
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer;
}

/** What an import says, once it was asked to say it before: the same, but for the import's id. */
async function imports(...lines: string[]): Promise<Imported> {
  const content = [HEADINGS, ...lines].join('\r\n');
  const before = await counted();
  const { body } = await post('/imports?dry=1', content);
  expect(await counted()).toEqual(before);
  const { insertedId, ...done } = (await post('/imports', content)).json();
  expect(done).toEqual(JSON.parse(body));
  return { insertedId, ...done };
}

async function counted() {
  const tables = [
    'users',
    'learners',
    'orders',
    'enrolments',
    'ledger',
    'mails',
    'changes',
    'imports',
  ] as const;
  const counts = [];
  for (const table of tables) {
    const rows = school.db.selectFrom(table as 'orders').select((of) => of.fn.countAll<number>().as('n'));
    counts.push(`${table} ${(await rows.executeTakeFirstOrThrow()).n}`);
  }
  return counts;
}

const addClass = async (classname: string, more: object = {}) =>
  (await school.addClass({ classname, availableseat: 3, ...more }))._id;
const places = ({ rows }: Imported) => rows.map(({ place }) => place && `${place.state} ${place.classname}`);
const mails = async () =>
  (await school.db.selectFrom('mails').select('kind').execute()).map(({ kind }) => kind);
const agrees = async () => {
  const records = { db: school.db, dialect: inject('dialect'), close: async () => {} };
  const findings = await checkRecords(records, { now: school.clock.now, hasEmbeddedCards: true });
  expect(findings.filter(({ state }) => state === 'wrong')).toEqual([]);
};

describe('a file with classes', () => {
  test('enrols each child as it says, says the sums, sends no mail, and again gives nothing twice', async () => {
    const [flute, drums] = [await addClass('Flûte'), await addClass('Drums')];
    const before = await mails();
    const lines = [
      'ana1@x.example;Ana Costa;Rui;Costa;2015-04-03; flûte ;;;bar',
      'ana1@x.example;Ana Costa;Eva;Costa;2013-04-03;Flûte;;;Überweisung',
      'ana1@x.example;Ana Costa;Rui;Costa;2015-04-03;Drums;;;',
      'joe1@x.example;Joe Hill;Max;Hill;2012-01-02;DRUMS;;;gratuit',
      'joe1@x.example;Joe Hill;Lou;Hill;2014-01-02;;;;',
    ];
    const told = await imports(...lines);
    expect(told.counts).toMatchObject({ new: 4, same: 1 });
    expect(places(told)).toEqual(['new Flûte', 'new Flûte', 'new Drums', 'new Drums', undefined]);
    const sums = { cash: 60, transfer: 60, owed: 60, currency: 'usd' };
    expect(told.places).toEqual({ new: 4, same: 0, refused: 0, ...sums });
    expect(await seatsOf(school.db, flute)).toMatchObject({ taken: 2 });
    expect(await seatsOf(school.db, drums)).toMatchObject({ taken: 2 });
    expect(await mails()).toEqual(before);
    const again = await imports(...lines);
    expect(again.counts).toMatchObject({ new: 0, same: 5 });
    expect(again.places).toMatchObject({ new: 0, same: 4, cash: 0, owed: 0 });
    expect(await seatsOf(school.db, drums)).toMatchObject({ taken: 2 });
    await agrees();
  });

  test('enrols in no class of another term or teacher than it names, be it the only one of its name', async () => {
    const day = { weekday: 1, starttime: '16:00', minutes: 45 };
    const spring = { name: 'Spring', firstday: '2027-01-11', lastday: '2027-03-26' };
    const summer = { name: 'Summer', firstday: '2027-04-05', lastday: '2027-07-02' };
    for (const term of [spring, summer]) await admin.call('POST', '/terms', term);
    const [viola, oboe] = [await addClass('Viola'), await addClass('Oboe')];
    const plan = { ...day, firstday: spring.firstday, lastday: spring.lastday };
    expect((await admin.call('PUT', `/class/plans/${viola}`, { plans: [plan] })).status).toBe(200);
    const { name } = await school.db
      .selectFrom('users')
      .innerJoin('classes', 'classes.instructorid', 'users._id')
      .select('users.name')
      .where('classes._id', '=', viola)
      .executeTakeFirstOrThrow();
    const told = await imports(
      'm1@x.example;Mia Ash;Al;Ash;2015-01-01;Viola;Summer;;due',
      'm2@x.example;Mia Bay;Bo;Bay;2015-01-02;Viola;;Someone Else;due',
      `m3@x.example;Mia Cole;Cy;Cole;2015-01-03;Viola;Spring;${name};due`,
      // Of a class that is not planned yet no term is wrong.
      'm4@x.example;Mia Dunn;Di;Dunn;2015-01-04;Oboe;Summer;;due',
    );
    expect(places(told)).toEqual(['refused Viola', 'refused Viola', 'new Viola', 'new Oboe']);
    const why = 'No class “Viola” has this term and teacher.';
    expect(told.rows.slice(0, 2).map(({ place }) => place?.sentence)).toEqual([why, why]);
    for (const classid of [viola, oboe])
      expect(await seatsOf(school.db, classid)).toMatchObject({ taken: 1 });
  });

  test('says why a place is not given, before and after: unknown, full, ages, clash, payment', async () => {
    await addClass('Small', { availableseat: 1 });
    await addClass('Elders', { agefrom: 60 });
    const [one, two] = [await addClass('Monday'), await addClass('Too late')];
    for (const classid of [one, two])
      await addLesson(school.db, { classid, day: '2026-12-14', starttime: '16:00' });
    const told = await imports(
      'k1@x.example;Kim One;Al;One;2015-01-01;Small;;;due',
      'k2@x.example;Kim Two;Bo;Two;2015-01-02;Small;;;due',
      'k3@x.example;Kim Three;Cy;Three;2015-01-03;Elders;;;due',
      'k4@x.example;Kim Four;Di;Four;2015-01-04;Monday;;;due',
      'k4@x.example;Kim Four;Di;Four;2015-01-04;Too late;;;due',
      'k5@x.example;Kim Five;Ed;Five;2015-01-05;Nowhere;;;due',
      'k6@x.example;Kim Six;Flo;Six;2015-01-06;Monday;;;by camel',
      'k7@x.example;Kim Seven;Gil;Seven;2015-01-07;Monday;Autumn 1999;;due',
      ';Kim Eight;Hal;Eight;2015-01-08;Monday;;;due',
    );
    expect(places(told)).toEqual([
      'new Small',
      'refused Small',
      'refused Elders',
      'new Monday',
      'refused Too late',
      'refused Nowhere',
      'refused Monday',
      'refused Monday',
      undefined,
    ]);
    const why = told.rows.map(({ place }) => place?.sentence ?? '');
    expect(why[1]).toContain('full');
    expect(why[2]).toContain('ages');
    expect(why[4]).toContain('Monday');
    expect(why[5]).toContain('Nowhere');
    expect(why[6]).toContain('by camel');
    expect(why[7]).toContain('Autumn 1999');
    // Who is not enrolled is taken in all the same.
    expect(told.counts).toMatchObject({ new: 7, same: 1, wrong: 1 });
    await agrees();
  });

  test('tells classes of one name apart by their teacher, and asks where it cannot', async () => {
    const other = await school.signIn('instructor');
    await addClass('Choir');
    const wanted = await addClass('Choir', { instructorid: other.user._id });
    const told = await imports(
      'c1@x.example;Pat One;Al;Pat;2015-02-01;Choir;;;free',
      `c2@x.example;Pat Two;Bo;Pat;2015-02-02;Choir;;${other.user.name.toUpperCase()};free`,
      'c3@x.example;Pat Three;Cy;Pat;2015-02-03;Choir;;Nobody Else;free',
    );
    expect(places(told)).toEqual(['refused Choir', 'new Choir', 'refused Choir']);
    expect(told.rows[0]?.place?.sentence).toContain('2 classes');
    expect(await seatsOf(school.db, wanted)).toMatchObject({ taken: 1 });
  });

  test('leaves a payment alone that a family has begun online', async () => {
    const classid = await addClass('Lute');
    const parent = await school.signIn('student');
    const learnerid = await addChildBy(parent, { firstname: 'Ada', lastname: 'Lee' });
    const begin = () => parent.call('POST', '/create-payment-intent', { classid, learnerid, price: 60 });
    const { body } = await begin();
    const told = await imports(`${parent.email};${parent.user.name};Ada;Lee;;Lute;;;bar`);
    expect(places(told)).toEqual(['refused Lute']);
    expect(told.rows[0]?.place?.sentence).toContain('online');
    expect((await begin()).body.clientSecret).toBe(body.clientSecret);
  });

  test('of two hundred messy lines gives what fits, and its unfit lines come back with the reason', async () => {
    const names = ['Geige', 'Klavier', 'Chor'];
    const ids = await Promise.all(names.map((name) => addClass(name, { availableseat: 40 })));
    const pays = [
      'bar',
      'Überweisung',
      'offen',
      'kostenlos',
      '',
      'virement',
      'ESPÈCES',
      'due',
      'rubbish',
      'cash ',
    ];
    const lines = Array.from({ length: 200 }, (_, at) => {
      const family = Math.floor(at / 2);
      const kurs = at % 17 === 0 ? 'Unbekannt' : ` ${names[at % 3]?.toUpperCase()}`;
      return `  M${family}@Messy.example ;Fam ${family};Kind ${at};Messy;20${10 + (at % 9)}-0${1 + (at % 9)}-11;${kurs};;;${pays[at % 10]}`;
    });
    const told = await imports(...lines);
    expect(told.counts).toMatchObject({ new: 200, wrong: 0, doubtful: 0 });
    const { new: given = 0, refused = 0 } = told.places ?? {};
    expect(given + refused).toBe(200);
    let taken = 0;
    for (const id of ids) {
      const seats = await seatsOf(school.db, id);
      expect(seats.taken).toBeLessThanOrEqual(40);
      taken += Number(seats.taken);
    }
    expect(taken).toBe(given);
    expect(given).toBe(120);
    const unfit = (await post('/imports/unfit', [HEADINGS, ...lines].join('\n'))).body.trim().split('\r\n');
    expect(unfit).toHaveLength(refused + 1);
    expect(unfit.some((line) => line.includes('rubbish'))).toBe(true);
    const again = await imports(...lines);
    expect(again.places).toMatchObject({ new: 0, same: given, refused });
    await agrees();
  });
});

test('several children of one line are taken in and enrolled, each as it says', async () => {
  const [harp, horn] = [await addClass('Harp'), await addClass('Horn')];
  const columns = {
    email: 'Email',
    parentname: 'Parent',
    firstname: 'Child 1',
    lastname: 'Family name',
    class: 'Class 1',
    firstname2: 'Child 2',
    born2: 'Born 2',
    class2: 'Class 2',
    firstname3: 'Child 3',
    lastname3: 'Child 3',
  };
  const content = [
    'Email,Parent,Child 1,Family name,Class 1,Child 2,Born 2,Class 2,Child 3',
    's1@x.example,Sue One,Al,Sol,Harp,Bo,2015-05-06,Horn,Cy Moon',
    's2@x.example,Sue Two,Di,Sol,Nowhere,,,,',
    's3@x.example,Sue Three,Ed,Sol,,Flo,31.02.2015,Harp,',
    's4@x.example,Sue Four,,,,Gil,,,',
  ].join('\n');
  const send = async (path: string) => {
    const answer = await school.app.inject({
      method: 'POST',
      url: `/api${path}`,
      headers: { authorization: `Bearer ${await admin.issue()}` },
      payload: bodyToSend({ file: new File([content], 'f.csv'), columns: JSON.stringify(columns) }),
    });
    return answer.json() as Imported;
  };
  const dry = await send('/imports?dry=1');
  const { insertedId: _, ...told } = await send('/imports');
  expect(dry).toEqual(told);
  expect(told.rows.map(({ line, child, verdict }) => `${line} ${child ?? 1} ${verdict}`)).toEqual([
    '2 1 new',
    '2 2 new',
    '2 3 new',
    '3 1 new',
    '4 1 new',
    '4 2 wrong',
    '5 2 wrong',
  ]);
  expect(told.rows[5]?.column).toBe('Born 2');
  expect(places(told).slice(0, 4)).toEqual(['new Harp', 'new Horn', undefined, 'refused Nowhere']);
  const children = await school.db
    .selectFrom('learners')
    .innerJoin('users', 'users._id', 'learners.userid')
    .select(['learners.firstname', 'learners.lastname', 'learners.born'])
    .where('users.email', '=', 's1@x.example')
    .where('learners.self', '=', 0)
    .orderBy('learners.firstname')
    .execute();
  expect(children).toEqual([
    { firstname: 'Al', lastname: 'Sol', born: null },
    { firstname: 'Bo', lastname: 'Sol', born: '2015-05-06' },
    { firstname: 'Cy', lastname: 'Moon', born: null },
  ]);
  for (const id of [harp, horn]) expect(await seatsOf(school.db, id)).toMatchObject({ taken: 1 });
  expect(await send('/imports')).toMatchObject({ counts: { new: 0, same: 5 }, places: { new: 0, same: 2 } });
});
