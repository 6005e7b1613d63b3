import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ImportColumns, Imported } from '#contract/imports/calls.ts';
import { addChildBy } from '#tests/support/families.ts';
import { bodyToSend } from '#tests/support/form-body.ts';
import { insertAccounts } from '#tests/support/identity-accounts.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { eraseImporter } from './queries.ts';

let school: TestSchool;
let admin: Person;

beforeAll(async () => {
  school = await openTestSchool();
  admin = await school.signIn('admin');
});
afterAll(() => school.close());
beforeEach(async () => {
  await school.db.deleteFrom('learners').where('importid', 'is not', null).execute();
  await school.db.deleteFrom('users').where('importid', 'is not', null).execute();
  await school.db.deleteFrom('imports').execute();
});

const COLUMNS: ImportColumns = {
  email: 'Email',
  parentname: 'Parent',
  phone: 'Phone',
  firstname: 'First name',
  lastname: 'Last name',
  born: 'Born',
  note: 'Note',
};
const HEADINGS = 'Email,Parent,Phone,First name,Last name,Born,Note';

type Sent = { content: string | Uint8Array<ArrayBuffer>; columns?: object; bornform?: string; dry?: boolean };

async function post(path: string, fields: object, token = admin.issue()) {
  const answer = await school.app.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: { authorization: `Bearer ${await token}` },
    payload: bodyToSend(fields),
  });
  return { status: answer.statusCode, text: answer.body, headers: answer.headers };
}

const formOf = ({ content, columns = COLUMNS, bornform }: Sent) => ({
  file: new File([content], 'families.csv'),
  columns: JSON.stringify(columns),
  ...(bornform && { bornform }),
});

async function send(sent: Sent) {
  const { status, text } = await post(sent.dry ? '/imports?dry=1' : '/imports', formOf(sent));
  return { status, body: JSON.parse(text) };
}

async function imports(...lines: string[]): Promise<Imported> {
  const { status, body } = await send({ content: [HEADINGS, ...lines].join('\n') });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

async function judges(...lines: string[]): Promise<Imported> {
  const { body } = await send({ content: [HEADINGS, ...lines].join('\n'), dry: true });
  return body;
}

const ANA = 'ana@family.example,Ana Costa,+351 555,Rui,Costa,2015-04-03,Nut allergy';
const children = () =>
  school.db
    .selectFrom('learners')
    .innerJoin('users', 'users._id', 'learners.userid')
    .select([
      'users.email',
      'users.name',
      'users.phone',
      'users.uid',
      'learners.firstname',
      'learners.lastname',
    ])
    .select(['learners.born', 'learners.note', 'learners.self'])
    .where('learners.importid', 'is not', null)
    .orderBy('users.email')
    .orderBy('learners.self', 'desc')
    .orderBy('learners.firstname')
    .execute();

describe('what an import takes in', () => {
  test('a family becomes an account that nobody has signed in to, and its children', async () => {
    const told = await imports(ANA, 'ana@family.example,,,Inês,Costa,,');
    expect(told).toEqual({
      insertedId: expect.any(String),
      counts: { new: 2, same: 0, doubtful: 0, wrong: 0 },
      rows: [
        { line: 2, verdict: 'new' },
        { line: 3, verdict: 'new' },
      ],
    });
    const of = { email: 'ana@family.example', name: 'Ana Costa', phone: '+351 555', uid: null };
    const self = { self: 1, firstname: null, lastname: null, born: null, note: null };
    expect(await children()).toEqual([
      { ...of, ...self },
      { ...of, self: 0, firstname: 'Inês', lastname: 'Costa', born: null, note: null },
      { ...of, self: 0, firstname: 'Rui', lastname: 'Costa', born: '2015-04-03', note: 'Nut allergy' },
    ]);
    const mails = school.db.selectFrom('mails').selectAll().where('recipient', '=', 'ana@family.example');
    expect(await mails.execute()).toEqual([]);
  });

  test('it is counted among the students', async () => {
    const students = async () => {
      const roles = school.db.selectFrom('rolecounts').select('count').where('role', '=', 'student');
      return Number((await roles.executeTakeFirstOrThrow()).count);
    };
    const before = await students();
    const { insertedId } = await imports(ANA);
    expect(await students()).toBe(before + 1);
    await admin.call('DELETE', `/imports/${insertedId}`);
    expect(await students()).toBe(before);
  });

  test('what was imported and undone stands in the log with who did it', async () => {
    // The log is in the order of time, and what came before this test stands in it too.
    school.clock.now += 1000;
    const { insertedId } = await imports(ANA);
    await imports(ANA);
    school.clock.now += 1000;
    await admin.call('DELETE', `/imports/${insertedId}`);
    const log = (await admin.call('GET', '/changes?about=school')).body.items;
    expect(log.slice(0, 2)).toMatchObject([
      { action: 'import-undone', note: '2', actorname: admin.user.name },
      { action: 'imported', note: '1', actorname: admin.user.name },
    ]);
  });

  test('a dry run says the same and keeps nothing', async () => {
    const told = await judges(ANA, 'no address,,,X,Y,,');
    expect(told.counts).toEqual({ new: 1, same: 0, doubtful: 0, wrong: 1 });
    expect(told).not.toHaveProperty('insertedId');
    expect(await children()).toEqual([]);
    expect((await admin.call('GET', '/imports')).body).toEqual([]);
  });

  test('twice adds nothing, whatever case and spaces', async () => {
    await imports(ANA);
    const again = await imports(' ANA@family.example , ana  costa,,RUI , costa,2015-04-03,');
    expect(again).toEqual({
      counts: { new: 0, same: 1, doubtful: 0, wrong: 0 },
      rows: [{ line: 2, verdict: 'same', sentence: 'RUI costa is in this family already.' }],
    });
    expect((await admin.call('GET', '/imports')).body).toHaveLength(1);
    expect((await imports(ANA, ANA)).counts).toMatchObject({ new: 0, same: 2 });
  });

  test('a line that comes twice in a file is taken in once', async () => {
    expect((await imports(ANA, ANA)).counts).toMatchObject({ new: 1, same: 1 });
  });

  test('somebody grown up who pays for themself is the account, and no child of it', async () => {
    const told = await imports('joe@family.example,Joe Hill,,Joe,Hill,1980-01-02,Left hand');
    expect(told.counts.new).toBe(1);
    expect(await children()).toMatchObject([{ self: 1, born: '1980-01-02', note: 'Left hand' }]);
    expect((await imports('joe@family.example,Joe Hill,,Joe,Hill,1980-01-02,')).counts.same).toBe(1);
    // A child may be called like its parent.
    expect((await imports('jim@family.example,Jim Hill,,Jim,Hill,2015-01-02,')).counts.new).toBe(1);
    expect((await children()).filter(({ self }) => !self)).toMatchObject([{ firstname: 'Jim' }]);
  });

  test('children are added to an account that is there already', async () => {
    const known = await school.signIn('student');
    await imports(`${known.email},,,Rui,Costa,,`);
    expect(await children()).toMatchObject([{ email: known.email, uid: known.user.uid, firstname: 'Rui' }]);
  });

  test('a formula is a text, here and in what is exported', async () => {
    await imports('eve@family.example,=1+1,+351 555,@SUM(A1),-cmd,,');
    expect(await children()).toMatchObject([{ name: '=1+1' }, { firstname: '@SUM(A1)', lastname: '-cmd' }]);
    const { text } = await post('/imports/unfit', formOf({ content: `${HEADINGS}\nno,=1+1,,Rui,Costa,,` }));
    expect(text).toContain("no,'=1+1,,Rui,Costa,,,2,");
  });
});

describe('what is doubtful', () => {
  test('a day that fits two forms, until its form is chosen', async () => {
    const content = `${HEADINGS}\nana@family.example,Ana,,Rui,Costa,03/04/2015,`;
    const { body } = await send({ content });
    expect(body.rows).toEqual([
      {
        line: 2,
        verdict: 'doubtful',
        column: 'Born',
        sentence: '“03/04/2015” may be 3 April 2015 or 4 March 2015. Choose how the file writes dates.',
      },
    ]);
    expect((await send({ content, bornform: 'mm/dd/yyyy' })).body.counts.new).toBe(1);
    expect((await children()).at(-1)?.born).toBe('2015-03-04');
  });

  test('the same child under another address, in the file or at the school; it is never merged', async () => {
    const other = 'bob@family.example,Bob Costa,,rui,COSTA,2015-04-03,';
    const told = await imports(ANA, other);
    expect(told.rows[1]).toMatchObject({ line: 3, verdict: 'doubtful', column: 'Email' });
    expect(told.rows[1]?.sentence).toContain('in the family of ana@family.example (line 2) already');
    expect((await imports(other)).rows[0]?.sentence).toContain('in the family of ana@family.example already');
    expect(await children()).toHaveLength(2);
  });

  test('the address of somebody who teaches or is an admin', async () => {
    const teacher = await school.signIn('instructor');
    expect((await imports(`${teacher.email},,,Rui,Costa,,`)).rows).toMatchObject([
      { verdict: 'doubtful', column: 'Email' },
    ]);
    expect((await imports(`${admin.email},,,Rui,Costa,,`)).counts.doubtful).toBe(1);
  });

  test('a family whose address has another name, at the school or in the file', async () => {
    await imports(ANA);
    expect((await imports('ana@family.example,Maria Costa,,Eva,Costa,,')).rows).toEqual([
      {
        line: 2,
        verdict: 'doubtful',
        column: 'Parent',
        sentence: 'The school knows this address as Ana Costa.',
      },
    ]);
    const told = await imports('eve@family.example,Eve,,A,B,,', 'eve@family.example,Evan,,C,D,,');
    expect(told.rows[1]).toMatchObject({ verdict: 'doubtful', column: 'Parent' });
    expect(told.counts.new).toBe(1);
  });

  test('a child who is in the family with another day of birth', async () => {
    await imports(ANA);
    const told = await imports(ANA.replace('2015', '2016'));
    expect(told.rows[0]).toMatchObject({ verdict: 'doubtful', column: 'Born' });
  });
});

describe('what is wrong', () => {
  test.each([
    ['no address', ',Ana,,Rui,Costa,,', 'Email'],
    ['two addresses', '"a@x.example, b@x.example",Ana,,Rui,Costa,,', 'Email'],
    ['a former member’s address', 'deleted-1@deleted.invalid,Ana,,Rui,Costa,,', 'Email'],
    ['no first name', 'a@x.example,Ana,,,Costa,,', 'First name'],
    ['no last name', 'a@x.example,Ana,,Rui,,,', 'Last name'],
    ['no parent’s name in any line of a new family', 'a@x.example,,,Rui,Costa,,', 'Parent'],
    ['a name that is too long', `a@x.example,Ana,,${'R'.repeat(61)},Costa,,`, 'First name'],
    ['a telephone number that is too long', `a@x.example,Ana,${'5'.repeat(41)},Rui,Costa,,`, 'Phone'],
    ['a note that is too long', `a@x.example,Ana,,Rui,Costa,,${'n'.repeat(501)}`, 'Note'],
    ['a bad day', 'a@x.example,Ana,,Rui,Costa,2015-02-30,', 'Born'],
    ['a day that is still to come', 'a@x.example,Ana,,Rui,Costa,2026-09-02,', 'Born'],
    ['a year of two digits', 'a@x.example,Ana,,Rui,Costa,03/04/15,', 'Born'],
    ['a spreadsheet’s own number of a day', 'a@x.example,Ana,,Rui,Costa,42097,', 'Born'],
    ['marks that turn the text around them', 'a@x.example,Ana,,R\u202eui,Costa,,', 'First name'],
  ])('%s', async (_title, line, column) => {
    const told = await imports(line);
    expect(told.counts).toEqual({ new: 0, same: 0, doubtful: 0, wrong: 1 });
    expect(told.rows).toEqual([
      { line: 2, verdict: 'wrong', column, sentence: expect.stringMatching(/\.$/) },
    ]);
    expect(await children()).toEqual([]);
  });

  test('the 21st learner of a family, those that are there counted', async () => {
    const line = (at: number) => `big@family.example,Big,,Child ${at},Family,,`;
    const told = await imports(...Array.from({ length: 20 }, (_, at) => line(at)));
    expect(told.counts).toMatchObject({ new: 19, wrong: 1 });
    expect((await imports(line(30))).counts.wrong).toBe(1);
  });

  async function changeZone(timezone: string) {
    const { version } = (await admin.call('GET', '/school')).body;
    expect((await admin.call('PUT', '/school', { timezone, version })).status).toBe(200);
  }

  test('today is a day of the school’s own clocks', async () => {
    await changeZone('Pacific/Auckland');
    expect((await judges('a@x.example,Ana,,Rui,Costa,2026-09-02,')).counts.new).toBe(1);
    await changeZone('UTC');
  });
});

describe('files', () => {
  const counts = async (sent: Sent) => (await send({ dry: true, ...sent })).body.counts;
  const one = { new: 1, same: 0, doubtful: 0, wrong: 0 };

  test.each([
    ['semicolons', `${HEADINGS}\n${ANA}`.replaceAll(',', ';')],
    ['tabs', `${HEADINGS}\n${ANA}`.replaceAll(',', '\t')],
    ['lines that end in CR and LF, and empty ones', `\r\n${HEADINGS}\r\n\r\n${ANA}\r\n,,,,,,\r\n`],
    ['a mark of UTF-8', `\ufeff${HEADINGS}\n${ANA}`],
    [
      'quotes, and in them line breaks and separators',
      `${HEADINGS}\n"ana@family.example","Ana ""A"" Costa",,"Rui",Costa,,"a,\nb;c"`,
    ],
  ])('with %s', async (_title, content) => {
    expect(await counts({ content })).toEqual(one);
  });

  test('in Windows-1252 and in UTF-16', async () => {
    const text = `${HEADINGS}\nana@family.example,Zoë Müller,,Inês,Costa,,`;
    const latin = new Uint8Array([...text].map((letter) => letter.charCodeAt(0)));
    const utf16 = new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));
    for (const content of [latin, utf16, new Uint8Array(Buffer.from(utf16).swap16())]) {
      const { text: table } = await post('/imports/table', { file: new File([content], 'x.csv') });
      expect(JSON.parse(table).rows[0]).toEqual({
        line: 2,
        cells: ['ana@family.example', 'Zoë Müller', '', 'Inês', 'Costa', '', ''],
      });
    }
  });

  test('rows are numbered as a spreadsheet numbers them', async () => {
    const told = await imports('', ANA.replace('Nut', '"Nut\n').concat('"'), 'wrong,,,,,,');
    expect(told.rows.map(({ line }) => line)).toEqual([3, 4]);
  });

  test('one column may have the whole name', async () => {
    const columns = { email: 'Email', parentname: 'Parent', firstname: 'Child', lastname: 'Child' };
    const content =
      'Email,Parent,Child\na@x.example,Ana,Rui Manuel Costa\nb@x.example,Bea,"Lima, Eva"\nc@x.example,Cy,Zoe';
    const { body } = await send({ content, columns });
    expect(body.counts).toMatchObject({ new: 2, wrong: 1 });
    expect((await children()).filter(({ self }) => !self)).toMatchObject([
      { firstname: 'Rui Manuel', lastname: 'Costa' },
      { firstname: 'Eva', lastname: 'Lima' },
    ]);
  });

  test('what was exported for a spreadsheet comes back as it was', async () => {
    const content = `${HEADINGS}\nana@family.example,Ana,'+351 555,'=Rui,Costa,,`;
    await send({ content });
    expect((await children()).at(-1)).toMatchObject({ phone: '+351 555', firstname: '=Rui' });
  });

  test.each<[string, Sent, RegExp]>([
    ['an empty file', { content: '' }, /empty/],
    ['a workbook', { content: 'PK\u0003\u0004rest' }, /spreadsheet file/],
    ['what is no text', { content: 'Email\0' }, /not a text file/],
    ['a quote that is never closed', { content: `${HEADINGS}\n${ANA}\n"ana` }, /^Line 3 opens a quote/],
    [
      'the same in a long file',
      { content: `${HEADINGS}\n"${`${ANA}\n`.repeat(2000)}` },
      /^Line 2 is too long/,
    ],
    ['one enormous line', { content: 'x'.repeat(4_000_000) }, /^Line 1 is too long/],
    ['too many columns', { content: 'a,'.repeat(200) }, /more than 100 columns/],
    ['too many lines', { content: `Email\n${'a\n'.repeat(20_001)}` }, /more than 20000 lines/],
    ['a column that is not there', { content: 'Email\na' }, /no column “Parent”/],
    ['two columns that are headed alike', { content: `Email,${HEADINGS}\n${ANA}` }, /two columns “Email”/],
  ])('%s is refused by a sentence', async (_title, sent, sentence) => {
    const { status, body } = await send(sent);
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid-input' });
    expect(body.detail).toMatch(sentence);
    expect(body.errors).toHaveLength(1);
  });

  test.each<[string, object, number]>([
    ['a file above 5 MB', { file: new File(['x'.repeat(5 * 1024 * 1024 + 1)], 'x.csv'), columns: '{}' }, 413],
    ['columns that are no JSON', { ...formOf({ content: HEADINGS }), columns: '{' }, 400],
    ['a field that there is not', { ...formOf({ content: HEADINGS }), columns: '{"role":"Email"}' }, 400],
    [
      'no column for the address',
      { ...formOf({ content: HEADINGS }), columns: '{"firstname":"First name"}' },
      400,
    ],
    ['a form of days that there is not', { ...formOf({ content: HEADINGS }), bornform: 'yy/mm' }, 400],
    ['no file', { columns: JSON.stringify(COLUMNS) }, 415],
  ])('%s is refused', async (_title, fields, status) => {
    expect((await post('/imports?dry=1', fields)).status).toBe(status);
  });

  test('of one address in 20 000 lines the children of others are found, whatever their last names', async () => {
    await imports(ANA);
    const day = (at: number) => new Date(Date.UTC(1950, 0, 1 + at)).toISOString().slice(0, 10);
    const lines = Array.from({ length: 19_999 }, (_, at) => `o@f.example,,,R,N${at},${day(at)},`);
    const { body } = await send({
      content: [HEADINGS, ...lines, 'o@f.example,Olga,,Rui,Costa,2015-04-03,'].join('\n'),
      dry: true,
    });
    expect(body.rows.at(-1)).toMatchObject({ line: 20_001, verdict: 'doubtful', column: 'Email' });
  });

  test('a dry run that is asked for in other words is refused, and not an import', async () => {
    expect((await post('/imports?dry=true', formOf({ content: `${HEADINGS}\n${ANA}` }))).status).toBe(400);
    expect(await children()).toEqual([]);
  });

  test('a form that ends in its middle is refused', async () => {
    const answer = await school.app.inject({
      method: 'POST',
      url: '/api/imports',
      headers: {
        authorization: `Bearer ${await admin.issue()}`,
        'content-type': 'multipart/form-data; boundary=x',
      },
      payload: '--x\r\ncontent-disposition: form-data; name="file"; filename="x.csv"\r\n\r\nEmail',
    });
    expect(answer.statusCode, answer.body).toBe(400);
  });

  test('the lines to look at come as a file, with what is wrong with each', async () => {
    const form = formOf({ content: `${HEADINGS}\n${ANA}\nno address,,,"Ru""i",Costa,,\n` });
    const { text, headers } = await post('/imports/unfit', form);
    expect(headers['content-disposition']).toBe('attachment; filename="lines-to-look-at.csv"');
    expect(text).toBe(
      `\ufeff${HEADINGS},Line,What to look at\r\n` +
        'no address,,,"Ru""i",Costa,,,3,Enter an email address such as ana@example.com.\r\n',
    );
  });
});

type Kept = { name: string; sentence: string };

describe('undoing an import', () => {
  const undo = async (id: string | undefined) => (await admin.call('DELETE', `/imports/${id}`)).body;

  test('leaves a child that was merged into another until that can be undone no more', async () => {
    const { insertedId } = await imports(ANA, ANA.replace('Rui', 'Rui Luis'));
    const found = await school.db.selectFrom('learners').select('_id').where('self', '=', 0).execute();
    const [keep, drop] = found.map(({ _id }) => _id);
    const { body } = await admin.call('POST', '/families/merge', { keep, drop });
    expect((await undo(insertedId)).kept).toContainEqual(
      expect.objectContaining({ sentence: expect.stringContaining('merged') }),
    );
    expect((await admin.call('DELETE', `/families/merge/${body.insertedId}`)).status).toBe(200);
    expect((await undo(insertedId)).kept).toEqual([]);
  });

  test('leaves a child into which one that its parent had entered was merged, however long ago', async () => {
    const parent = await school.signIn('student');
    const entered = await addChildBy(parent, { firstname: 'Eva', lastname: 'Lima' });
    const { insertedId } = await imports(`${parent.email},${parent.user.name},,Eva Maria,Lima,,`);
    const imported = school.db
      .selectFrom('learners')
      .select('_id')
      .where('importid', '=', insertedId ?? '');
    const { _id: keep } = await imported.executeTakeFirstOrThrow();
    const together = { keep, drop: entered };
    const { body } = await admin.call('POST', '/families/merge', together);
    const merged = { name: 'Eva Maria Lima', sentence: expect.stringContaining('merged') };
    expect(await undo(insertedId)).toMatchObject({ deletedCount: 0, kept: [merged] });
    // Put apart, each is what it was.
    expect((await admin.call('DELETE', `/families/merge/${body.insertedId}`)).status).toBe(200);
    await admin.call('POST', '/families/merge', together);
    for (let day = 0; day < 4; day++) {
      school.clock.now += 25 * 60 * 60_000;
      while ((await school.work()) > 0);
    }
    expect(await undo(insertedId)).toMatchObject({ deletedCount: 0, kept: [merged] });
    expect((await parent.call('GET', '/learners')).body).toHaveLength(2);
  });

  test('takes back all that nothing refers to', async () => {
    const known = await school.signIn('student');
    const { insertedId } = await imports(ANA, `${known.email},,,Eva,Lima,,`);
    expect(await undo(insertedId)).toEqual({ deletedCount: 3, kept: [] });
    expect(await children()).toEqual([]);
    expect((await admin.call('GET', '/imports')).body).toMatchObject([{ state: 'undone' }]);
    expect(await undo(insertedId)).toEqual({ deletedCount: 0, kept: [] });
    // And it may be imported again.
    expect((await imports(ANA)).counts.new).toBe(1);
  });

  test('says of the rest why it stays, and may be done again', async () => {
    const { insertedId } = await imports(ANA, 'eve@family.example,Eve,,Eva,Lima,,');
    const { _id: classid } = await school.addClass({});
    const row = school.db.selectFrom('learners').select('_id').where('firstname', '=', 'Rui');
    const { _id: learnerid } = await row.where('importid', 'is not', null).executeTakeFirstOrThrow();
    const selection = { _id: 'chosen', learnerid, classid, enrolled: 0 as const, createdat: 0 };
    await school.db.insertInto('selections').values(selection).execute();
    expect(await undo(insertedId)).toEqual({
      deletedCount: 2,
      kept: [
        { name: 'Rui Costa', email: 'ana@family.example', sentence: 'A class is chosen.' },
        { name: 'Ana Costa', email: 'ana@family.example', sentence: 'Has children who stay.' },
      ],
    });
    expect((await admin.call('GET', '/imports')).body).toMatchObject([{ state: 'done' }]);
    await school.db.deleteFrom('selections').where('_id', '=', 'chosen').execute();
    expect(await undo(insertedId)).toEqual({ deletedCount: 2, kept: [] });
  });

  test('leaves a family that somebody has taken over', async () => {
    const { insertedId } = await imports(ANA);
    await school.db
      .updateTable('users')
      .set({ uid: 'ana' })
      .where('email', '=', 'ana@family.example')
      .execute();
    expect((await undo(insertedId)).kept).toMatchObject([
      { name: 'Rui Costa', sentence: 'The parent has signed in.' },
      { name: 'Ana Costa' },
    ]);
    expect(await children()).toHaveLength(2);
  });

  test('leaves what a parent who was here before has said of a child, or asked of somebody', async () => {
    const parent = await school.signIn('student');
    const child = (name: string) => `${parent.email},${parent.user.name},,${name},Costa,2015-04-03,`;
    const names = ['Renamed', 'Noted', 'Born', 'Unreminded', 'Asked', 'Left'];
    const { insertedId } = await imports(...names.map(child));
    const ids = new Map(
      (await parent.call('GET', '/learners')).body.map(({ firstname, _id }: Record<string, string>) => [
        firstname,
        _id,
      ]),
    );
    const say = (name: string, body: object) => parent.call('PUT', `/learners/${ids.get(name)}`, body);
    await say('Renamed', { firstname: 'Rui' });
    await say('Noted', { note: 'Severe asthma' });
    await say('Born', { born: '2015-04-04' });
    await say('Unreminded', { reminds: false });
    const rights = { mayenrol: true, maypay: true, getsmail: true };
    const ask = { learnerid: ids.get('Asked'), email: 'other@home.example', ...rights };
    expect((await parent.call('POST', '/guardians', ask)).status).toBe(200);
    const undone = await undo(insertedId);
    expect(undone.deletedCount).toBe(1);
    expect(Object.fromEntries(undone.kept.map(({ name, sentence }: Kept) => [name, sentence]))).toEqual({
      ...Object.fromEntries(
        ['Rui', 'Noted', 'Born', 'Unreminded'].map((name) => [
          `${name} Costa`,
          expect.stringContaining('changed since the import'),
        ]),
      ),
      'Asked Costa': expect.stringContaining('An invitation for this child'),
    });
    expect((await parent.call('GET', '/learners')).body).toHaveLength(6);
    await school.db.deleteFrom('mails').execute();
  });

  test('waits until the import is done; one that was interrupted goes no further', async () => {
    const { insertedId } = await imports(ANA);
    await school.db.updateTable('imports').set({ lines: 5 }).execute();
    expect(await undo(insertedId)).toMatchObject({ code: 'import-under-way' });
    school.clock.now += 61_000;
    expect((await admin.call('GET', '/imports')).body).toMatchObject([{ state: 'interrupted' }]);
    expect(await undo(insertedId)).toEqual({ deletedCount: 2, kept: [] });
    expect((await admin.call('GET', '/imports')).body).toMatchObject([{ state: 'undone', lines: 1 }]);
  });
});

test('two imports of one file at the same moment add nothing twice', async () => {
  const lines = Array.from(
    { length: 60 },
    (_, at) => `p${at % 30}@family.example,Parent ${at % 30},,Child ${at},Last,,`,
  );
  const both = await Promise.all([imports(...lines), imports(...lines)]);
  expect(both.reduce((sum, { counts }) => sum + counts.new, 0)).toBe(60);
  expect((await children()).filter(({ self }) => !self)).toHaveLength(60);
});

test('a list of imports names who made them, and no more once they have left', async () => {
  const other = await school.signIn('admin');
  await imports(ANA);
  await school.db.updateTable('imports').set({ actorid: other.user._id, actorname: 'Otto' }).execute();
  expect((await admin.call('GET', '/imports')).body).toEqual([
    {
      _id: expect.any(String),
      actorname: 'Otto',
      createdat: expect.any(String),
      rows: 1,
      lines: 1,
      linesdone: 1,
      unclaimed: 1,
      state: 'done',
    },
  ]);
  await eraseImporter(school.db, other.user._id);
  expect((await admin.call('GET', '/imports')).body).toMatchObject([{ actorname: 'Former member' }]);
});

test('whoever signs up with the address of a family sees nothing of it until they prove it', async () => {
  await imports(ANA);
  const row = school.db.selectFrom('users').selectAll().where('email', '=', 'ana@family.example');
  const user = { ...(await row.executeTakeFirstOrThrow()), uid: 'uid-ana', email: 'ana@family.example' };
  const change = (emailverified: 0 | 1) =>
    school.db
      .updateTable('users')
      .set({ uid: user.uid, emailverified })
      .where('_id', '=', user._id)
      .execute();
  await change(0);
  await insertAccounts(school.db, [user], school.clock.now);
  const parent = await school.signInAs(user);
  expect((await parent.call('GET', '/learners')).body).toEqual([]);
  await change(1);
  expect((await parent.call('GET', '/learners')).body).toMatchObject([{ self: true }, { firstname: 'Rui' }]);
});

describe('telling families', () => {
  const mails = () =>
    school.db
      .selectFrom('mails')
      .select(['recipient', 'letter'])
      .where('kind', '=', 'claim')
      .where('letter', 'is not', null)
      // What is older was sent, or given up.
      .where('createdat', '>', school.clock.now - 24 * 60 * 60_000)
      .execute();
  const tell = (id: string | undefined) => admin.call('POST', `/imports/${id}/claims`);

  test('each is told once, by a mail that names no child, and only when an admin asks for it', async () => {
    const { insertedId } = await imports(ANA, 'eve@family.example,Eve,,Eva,Lima,,');
    expect(await mails()).toEqual([]);
    expect((await tell(insertedId)).body).toEqual({ modifiedCount: 2 });
    expect((await tell(insertedId)).body).toEqual({ modifiedCount: 0 });
    const sent = await mails();
    expect(sent.map(({ recipient }) => recipient).sort()).toEqual([
      'ana@family.example',
      'eve@family.example',
    ]);
    expect(sent[0]?.letter).not.toMatch(/Rui|Eva/);
    // The link works for two weeks; after that they may be told again.
    school.clock.now += 15 * 24 * 60 * 60_000;
    expect((await tell(insertedId)).body).toEqual({ modifiedCount: 2 });
    await admin.call('DELETE', `/imports/${insertedId}`);
    expect(await mails()).toEqual([]);
  });

  test('whoever has signed in is not told, nor is anybody of an import that there is not', async () => {
    const { insertedId } = await imports(ANA);
    await school.db
      .updateTable('users')
      .set({ uid: 'ana2' })
      .where('email', '=', 'ana@family.example')
      .execute();
    expect((await tell(insertedId)).body).toEqual({ modifiedCount: 0 });
    expect((await admin.call('GET', '/imports')).body).toMatchObject([{ unclaimed: 0 }]);
    expect((await tell('unknown')).status).toBe(404);
  });
});

test('whoever registers the address of a family is let in once they have proved it, and nothing of it is theirs before', async () => {
  const email = 'kim@family.example';
  const { insertedId } = await imports(`${email},Kim Costa,,Rui,Costa,,`);
  const { apiKey } = school.config.identity;
  const identity = async (path: string, payload: object) =>
    (await school.app.inject({ method: 'POST', url: `${path}?key=${apiKey}`, payload })).json();
  const account = (name: string, payload: object) =>
    identity(`/identitytoolkit.googleapis.com/v1/accounts:${name}`, payload);
  const says = async (path: string, token: string, payload: object) => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await school.app.inject({ method: 'POST', url: `/api${path}`, headers, payload });
    return { status: answer.statusCode, body: answer.json() };
  };
  const signUp = { email, password: 'Practice!1', returnSecureToken: true };
  const { idToken } = await account('signUp', signUp);
  expect(await says('/users', idToken, { email })).toMatchObject({
    status: 403,
    body: { code: 'email-not-verified' },
  });
  expect((await says('/jwt', idToken, { email })).status).toBe(404);
  // The family is still one that may be told.
  expect((await admin.call('GET', '/imports')).body).toMatchObject([{ unclaimed: 1 }]);
  expect((await admin.call('POST', `/imports/${insertedId}/claims`)).body).toEqual({ modifiedCount: 1 });

  await account('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken });
  const letters = school.db.selectFrom('mails').select('letter').where('recipient', '=', email);
  const sent = letters.where('letter', 'like', '%oobCode=%');
  await expect.poll(() => sent.execute()).toHaveLength(1);
  const [mail] = await sent.execute();
  await account('update', { oobCode: /oobCode=([\w-]+)/.exec(mail?.letter ?? '')?.[1] });
  const again = await account('signInWithPassword', signUp);
  expect((await says('/users', again.idToken, { email })).status).toBe(200);
  const { token } = (await says('/jwt', again.idToken, { email })).body;
  const headers = { authorization: `Bearer ${token}` };
  const learners = await school.app.inject({ url: '/api/learners', headers });
  expect(learners.json()).toMatchObject([{ self: true }, { firstname: 'Rui' }]);
});
