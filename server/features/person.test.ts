import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertRows, type OldRow } from '#tests/support/old-tables.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { eraseAccount } from './account/erase-account.ts';
import { exportAccount } from './account/export-account.ts';
import type { TableRows } from './feature.ts';
import { ROWS } from './rows.ts';

/*
 * A column names a person when it holds an address, a telephone number, a name, the key of an account or a learner, or is called by a
 * word for people, such as `owner` or `actorid`. What a class or a file is called names nobody.
 */
const NAMES_PEOPLE =
  /^(uid|billing|\w*email|\w*phone|(display|screen)?name|(user|learner|person|account|local|actor|instructor|teacher|student|parent|author|owner|recipient)(id|name)?)$/i;

/** Tables with such a column that no feature erases, each with the reason. */
const OTHERS: Record<string, string> = {
  terms: 'What a term is called.',
  rooms: 'What a room is called.',
  school: 'The name, address and telephone number of the school itself.',
  identity_accounts: 'The identity service deletes it when the account is deleted there.',
  identity_providers: 'Deleted with the account.',
  identity_codes: 'Deleted with the account.',
  identity_refresh_tokens: 'Deleted with the account.',
  cards_intents: 'What was paid is kept, as at any card provider; the school knows it by the payment alone.',
  cards_methods: 'Belongs to a payment.',
  cards_idempotency: 'The owner is the request that is at work under a key.',
  images: 'The owner of a picture is its uploader, by an id; it is swept when nothing refers to it.',
};

let school: TestSchool;
let tables: { name: string; columns: string[] }[];

beforeAll(async () => {
  school = await openTestSchool();
  const found = await school.db.introspection.getTables();
  tables = found.map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) }));
});
afterAll(() => school.close());

const tablesOf = Object.entries<TableRows<never>>(ROWS);
/** Those that say what of them is taken along. */
const erasedTables = () => tablesOf.flatMap(([table, said]) => (said.export ? [table] : []));

test('a table that names people says what of it is taken along, and is erased', () => {
  const naming = tables.filter(({ name, columns }) => !/_migrations$/.test(name) && columns.some(isPersonal));
  expect(naming.length).toBeGreaterThan(10);
  const known = [...erasedTables(), ...Object.keys(OTHERS)];
  expect(naming.map(({ name }) => name).sort()).toEqual(known.sort());
});

const isPersonal = (column: string) => NAMES_PEOPLE.test(column);

test('no feature names a table that does not exist', () => {
  expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(erasedTables()));
});

const CHILD = { _id: 'quill-1', firstname: 'Xaveria', lastname: 'Quill' };
const OTHER = 'another-account';

/** A row of each table that names the person; those that the school itself writes of a person who signs in are there already. */
function rowsOf({ user, learnerid }: Person, now: number) {
  const { _id: userid, name, email } = user;
  const at = { createdat: now };
  const course = {
    ...{ _id: 'taught', classname: 'Zither', image: '/art/zither.webp', price: 100, availableseat: 5 },
    ...{ heldseats: 0, enrolledstudents: 0, capacity: 5, status: 'approved', level: 'Beginner' },
    ...{ group: 'Kids', description: '', instructorid: userid },
  };
  const order = {
    ...{ classid: 'taught', userid, amount: 6000, currency: 'usd', refundattempt: 0, holduntil: now },
    ...{ updatedat: now, paidat: now, state: 'enrolled', ...at },
  };
  const rows: Record<string, OldRow[]> = {
    classes: [
      { ...course, ...at },
      { ...course, ...at, _id: 'taught-too' },
    ],
    learners: [{ ...CHILD, userid, self: 0, leftat: null, born: '2015-01-02', note: 'Nuts.', ...at }],
    orders: [
      { ...order, _id: 'order-self', learnerid },
      { ...order, _id: 'order-second', learnerid: CHILD._id },
    ],
    enrolments: [
      ...[
        { _id: 'order-self', learnerid },
        { _id: 'order-second', learnerid: CHILD._id },
      ].map((of) => ({
        ...{ ...of, classid: 'taught', transactionId: of._id, price: 6000, currency: 'usd', date: now },
      })),
    ],
    selections: [{ _id: 'selection', learnerid, classid: 'taught', enrolled: 0, ...at }],
    waitlist: [{ _id: 'entry', learnerid, classid: 'taught', state: 'waiting', ...at }],
    guardians: [
      { learnerid: CHILD._id, userid: OTHER, mayenrol: 0, maypay: 0, getsmail: 0, ...at },
      { learnerid: 'another-learner', userid, mayenrol: 1, maypay: 0, getsmail: 0, ...at },
    ],
    claims: [
      {
        ...{
          hash: 'claim',
          kind: 'guardian',
          learnerid: CHILD._id,
          email: 'aunt@test.example',
          byid: userid,
        },
        ...{ mayenrol: 1, maypay: 0, getsmail: 0, until: now + 1e9, ...at },
      },
    ],
    takeovers: [
      { _id: 'takeover', learnerid: CHILD._id, fromid: OTHER, toid: userid, until: now + 1e9, ...at },
    ],
    changes: [
      {
        ...{ _id: 'line', about: 'class', subjectid: 'taught', subjectname: 'Zither', action: 'approved' },
        ...{ before: null, after: null, note: null, actorid: userid, actorname: name, ...at },
      },
    ],
    recoveries: [{ userid, ended: '[]', ...at }],
    blogs: [
      {
        ...{
          _id: 'post',
          title: 'Reeds',
          blog_description: '',
          blog: 'Text',
          image: '/art/x.webp',
          time: now,
        },
        ...{ authorname: name, reactionscount: 0, category: 'News', state: 'draft', authorid: userid },
      },
    ],
    reactions: [{ blogid: 'post', userid, ...at }],
    texts: [{ slug: 'terms', version: 1, markdown: 'x', authorid: userid, updatedat: now }],
    consents: [{ userid, slug: 'terms', version: 1, ...at }],
    questions: [{ _id: 'question', userid, email, name, text: 'When?', ...at }],
    instructors: [{ userid, words: 'I teach.', instruments: '[]', version: 1, changedat: now }],
    imports: [
      {
        ...{ _id: 'import', actorid: userid, actorname: name, rows: 1, lines: 1, linesdone: 1 },
        ...{ changedat: now, ...at },
      },
    ],
    closures: [
      {
        ...{ _id: 'closure', name: 'Away', firstday: '2026-01-01', lastday: '2026-01-02', roomid: null },
        ...{ teacherid: userid, version: 1, ...at },
      },
    ],
    plans: [
      {
        ...{ _id: 'plan', classid: 'taught', weekday: 2, starttime: '16:00', minutes: 40, everyweeks: 1 },
        ...{ firstday: '2027-01-01', lastday: '2027-03-01', teacherid: userid },
      },
    ],
    confirmedclashes: [{ learnerid, classid: 'taught', otherid: 'taught-too', ...at }],
    lessons: [
      {
        ...{ _id: 'lesson', classid: 'taught', planday: '2027-01-05', day: '2027-01-05', teacherid: userid },
        ...{ startsat: now + 1e9, endsat: now + 1e9 + 1, state: 'planned', changedat: now },
      },
    ],
    apikeys: [
      {
        ...{ _id: 'key', name: 'Books', prefix: 'x', hash: 'key-hash', scopes: '[]', ownerid: userid },
        ...{ until: now + 1e9, ...at },
      },
    ],
    webhooks: [
      {
        ...{ _id: 'webhook', url: 'https://hook.test.example', events: '[]', secret: 's', ownerid: userid },
        ...at,
      },
    ],
    webhookmessages: [
      {
        ...{ _id: 'message', webhookid: 'webhook', event: 'user.added', ref: 'r', userid, body: '{}' },
        ...{ attempts: 1, sentat: now, workat: null, ...at },
      },
    ],
    calendars: [{ userid, hash: 'calendar-hash', uid: 'uid', epoch: null, ...at }],
    mails: [
      {
        ...{ _id: 'mail', kind: 'enrolled', ref: 'r', recipient: email, subject: 'Hello', attempts: 1 },
        ...{ letter: null, workat: null, sentat: now, ...at },
      },
    ],
    merges: [
      {
        ...{ _id: 'merge', kind: 'user', keptid: OTHER, droppedid: 'gone', actorid: userid, undo: '{}' },
        ...{ undoneat: null, ...at },
      },
    ],
  };
  return rows;
}

/** Where any of these words stands, as `table.column`. */
async function findNaming(words: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const { name, columns } of tables) {
    if (/^(identity|cards|images)(_|$)|_migrations|_(parts|letters)(_|$)/.test(name)) continue;
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(school.db);
    for (const column of columns)
      if (rows.some((row) => words.some((word) => String(row[column]).includes(word))))
        found.push(`${name}.${column}`);
  }
  return found.sort();
}

/** What still names a person by id or address who was erased, each with the reason. */
const KEPT: Record<string, string> = {
  'learners._id': 'A place that was paid for keeps its learner: without an account, a name or a note.',
  'orders.learnerid': 'What was paid stays in the books, of that learner.',
  'waitlist.learnerid': 'A closed entry, of that learner, which is swept by its age.',
  'changes.actorid': 'Lines of the log stay, under a former member.',
  'changes.before': 'That a class has lost its teacher names an id that is no account’s any more.',
  'webhooks.ownerid':
    'A webhook stays, stopped, until another admin starts it; the id is no account’s any more.',
  'erasures.uid': 'Until the identity service has deleted the account, too.',
};

test('what is kept of a person is in the file that they take along, and goes with the account', async () => {
  const { db, clock } = school;
  await school.signIn('admin');
  const other = await school.signIn('student');
  const person = await school.signIn('instructor');
  const rows = rowsOf(person, clock.now);
  const text = JSON.stringify(rows)
    .replaceAll(OTHER, other.user._id)
    .replaceAll('another-learner', other.learnerid);
  for (const [table, some] of Object.entries<OldRow[]>(JSON.parse(text))) await insertRows(db, table, some);
  const words = [
    person.user._id,
    person.learnerid,
    person.email,
    person.user.name,
    CHILD._id,
    CHILD.firstname,
  ];
  const naming = new Set((await findNaming(words)).map((name) => name.split('.')[0]));
  // What is erased is noted as erased only then.
  expect(erasedTables().filter((table) => table !== 'erasures' && !naming.has(table))).toEqual([]);

  const file = await exportAccount(db, ROWS, {
    ...{ ...person.user, learnerid: person.learnerid, emailverified: 1, signinid: 'x' },
  });
  const empty = Object.entries(file).filter(([, part]) => Array.isArray(part) && part.length === 0);
  expect(empty).toEqual([]);
  const { uid } = person.claims;
  expect(await eraseAccount(db, school.erasing, { uid, now: clock.now })).toBe(true);
  expect(await findNaming(words)).toEqual(Object.keys(KEPT).sort());
});
