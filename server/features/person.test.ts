import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestSchool, type TestSchool } from '#tests/support/school.ts';

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
  plans: 'Name who teaches by id; null once the account was erased.',
  confirmedclashes: 'Deleted with the learner.',
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

const erasedTables = () => school.personRecords.flatMap((records): string[] => [...records.tables]);

test('a table that names people is in the `person` of one feature, which erases them', () => {
  const naming = tables.filter(({ name, columns }) => !/_migrations$/.test(name) && columns.some(isPersonal));
  expect(naming.length).toBeGreaterThan(10);
  const known = [...erasedTables(), ...Object.keys(OTHERS)];
  expect(naming.map(({ name }) => name).sort()).toEqual(known.sort());
});

const isPersonal = (column: string) => NAMES_PEOPLE.test(column);

test('no feature names a table that does not exist', () => {
  expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(erasedTables()));
});
