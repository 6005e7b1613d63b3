import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { makePlace, type Place } from '#tests/support/admin.ts';

const OLD = join(import.meta.dirname, '..', '..', 'tests', 'fixtures', 'school-0.1.0', 'data.sqlite.gz');
const DAY_MS = 24 * 60 * 60_000;

let school: Place;
beforeAll(async () => {
  const old = await makePlace('sqlite');
  old.write('cadenza.sqlite', gunzipSync(readFileSync(OLD)));
  school = await makePlace(inject('dialect'));
  expect(await school.admin('restore', old.folder)).toMatchObject({ code: 0 });
  old.remove();
  await addInvoice();
});
afterAll(() => school.remove());

type Found = { about: string; state: string; says: string; remedy?: string };

async function examine(env: Record<string, string> = {}): Promise<{ code: number; findings: Found[] }> {
  Object.assign(school.env, env);
  const { code, out } = await school.admin('doctor', '--json');
  for (const name of Object.keys(env)) delete school.env[name];
  return { code, findings: JSON.parse(out).findings };
}

const run = (...statements: RawBuilder<unknown>[]) =>
  school.records(async ({ db }) => {
    for (const statement of statements) await statement.execute(db);
  });

/** An invoice over nothing, and a credit, of an account that was erased. */
const addInvoice = () =>
  run(
    sql`insert into invoices (_id, number, kind, state, issuedday, total, currency, printed, createdat)
      values ('invoice', '2098-0001', 'invoice', 'issued', '2098-01-01', 1, 'usd', '{}', 1)`,
    sql`insert into invoicenumbers (year, last) values ('2098', 1)`,
    sql`insert into charges (_id, kind, label, amount, currency, day, key, createdat)
      values ('credit', 'credit', 'Thanks', -200, 'usd', '2026-09-01', 'credit', 1)`,
  );

test('a school that is well is said to be, and nothing is changed by asking', async () => {
  const { code, findings } = await examine();
  expect(findings.filter(({ state }) => state === 'wrong')).toEqual([]);
  expect(code).toBe(0);
  expect(findings.map(({ about }) => about)).toEqual(
    expect.arrayContaining(['Configuration', 'Tables', 'Charges', 'Clock', 'Disk', 'Backup', 'Mail']),
  );
});

const one = (table: string, where: RawBuilder<unknown>) =>
  sql`(select min(_id) from ${sql.table(table)} where ${where})`;
const anOrder = one('orders', sql`state = 'enrolled'`);
const aClass = one('classes', sql`enrolledstudents > 0`);

/** What breaks a rule, and what mends it again. */
const BREAKS: Record<string, [RawBuilder<unknown>, RawBuilder<unknown>]> = {
  'Seats taken': [
    sql`update classes set enrolledstudents = enrolledstudents - 1, availableseat = availableseat + 1 where _id = ${aClass}`,
    sql`update classes set enrolledstudents = enrolledstudents + 1, availableseat = availableseat - 1 where _id = ${aClass}`,
  ],
  'Seats held': [
    sql`update classes set heldseats = heldseats + 1, capacity = capacity + 1 where _id = ${aClass}`,
    sql`update classes set heldseats = heldseats - 1, capacity = capacity - 1 where _id = ${aClass}`,
  ],
  Enrolments: [
    sql`update enrolments set classid = (select max(_id) from classes) where _id = ${anOrder}`,
    sql`update enrolments set classid = (select classid from orders where orders._id = enrolments._id) where _id = ${anOrder}`,
  ],
  Charges: [
    sql`update ledger set amount = amount + 1 where kind = 'charge' and orderid = ${one('orders', sql`state = 'refunded'`)}`,
    sql`update ledger set amount = amount - 1 where kind = 'charge' and orderid = ${one('orders', sql`state = 'refunded'`)}`,
  ],
  'Paid places': [
    sql`update ledger set amount = -amount where orderid = ${anOrder}`,
    sql`update ledger set amount = -amount where orderid = ${anOrder}`,
  ],
  Prices: [
    sql`update enrolments set price = price + 1 where _id = ${anOrder}`,
    sql`update enrolments set price = price - 1 where _id = ${anOrder}`,
  ],
  Discounts: [
    sql`update orders set discountid = 'lost' where _id = ${anOrder}`,
    sql`update orders set discountid = null where discountid = 'lost'`,
  ],
  Sums: [
    sql`update ledger set amount = amount - 1 where kind = 'charge' and orderid = ${anOrder}`,
    sql`update ledger set amount = amount + 1 where kind = 'charge' and orderid = ${anOrder}`,
  ],
  Returns: [
    sql`update ledger set amount = amount * 2 where kind = 'charge' and orderid = ${anOrder}`,
    sql`update ledger set amount = amount / 2 where kind = 'charge' and orderid = ${anOrder}`,
  ],
  Ledger: [
    sql`update ledger set seats = seats + 1 where orderid = ${anOrder}`,
    sql`update ledger set seats = seats - 1 where orderid = ${anOrder}`,
  ],
  'Family payments': [
    sql`insert into allocations (ledgerid, orderid, amount, createdat)
      select _id, orderid, 1, 1 from ledger where orderid = ${anOrder}`,
    sql`delete from allocations`,
  ],
  'Paid invoices': [
    sql`insert into allocations (chargeid, invoiceid, amount, createdat) values ('credit', 'invoice', 300, 1)`,
    sql`delete from allocations`,
  ],
  'Invoices paid by card': [
    sql`insert into familypayments (_id, invoiceids, amount, currency, state, ledgerid, createdat, updatedat)
      select 'broken', '[]', 100, 'usd', 'paid', min(_id), 1, 1 from ledger where orderid = ${anOrder}`,
    sql`delete from familypayments where _id = 'broken'`,
  ],
  Instalments: [
    sql`insert into instalments (_id, invoiceid, number, day, amount, state, attempts, createdat, updatedat)
      values ('broken', 'invoice', 2, '2026-09-01', 100, 'due', 0, 1, 1)`,
    sql`delete from instalments where _id = 'broken'`,
  ],
  'Charged places': [
    sql`update orders set restamount = 100 where _id = ${anOrder}`,
    sql`update orders set restamount = 0 where _id = ${anOrder}`,
  ],
  'Credit refunds': [
    sql`insert into familyrefunds (_id, card, byhand, kind, currency, key, refundid, state, createdat)
      values ('broken', 100, 0, 'cash', 'usd', 'broken', 're_unknown', 'done', 1)`,
    sql`delete from familyrefunds where _id = 'broken'`,
  ],
  Debts: [
    sql`insert into charges (_id, kind, label, amount, currency, day, key, createdat)
      values ('broken', 'latefee', 'Invoice', 100, 'usd', '2026-09-01', 'latefee.unknown', 1)`,
    sql`delete from charges where _id = 'broken'`,
  ],
  'Family charges': [
    sql`insert into charges (_id, kind, label, amount, currency, day, key, createdat)
      values ('broken', 'discount', 'Second child', 100, 'usd', '2026-09-01', 'broken', 1)`,
    sql`delete from charges where _id = 'broken'`,
  ],
  Invoices: [
    sql`insert into invoicenumbers (year, last) values ('2099', 1)`,
    sql`delete from invoicenumbers where year = '2099'`,
  ],
  Days: [
    sql`insert into ledgerdays (startsat, endsat, kind, amount, seats) values (1, 2, 'charge', 1, 0)`,
    sql`delete from ledgerdays where startsat = 1`,
  ],
  Roles: [
    sql`update rolecounts set count = count + 1 where role = 'admin'`,
    sql`update rolecounts set count = count - 1 where role = 'admin'`,
  ],
  Learners: [
    sql`update learners set self = 0 where _id = (select min(_id) from learners)`,
    sql`update learners set self = 1 where self = 0`,
  ],
  'Card charges': [
    sql`update orders set intentid = 'pi_lost' where _id = ${anOrder}`,
    sql`update orders set intentid = (select "transactionId" from enrolments where enrolments._id = orders._id) where intentid = 'pi_lost'`,
  ],
  'Card refunds': [
    sql`update ledger set ref = 're_lost' where _id = (select min(_id) from ledger where kind = 'refund')`,
    sql`update ledger set ref = (select refundid from orders where orders._id = ledger.orderid) where ref = 're_lost'`,
  ],
  Clock: [
    sql`update users set createdat = createdat + ${DAY_MS * 10_000} where _id = (select min(_id) from users)`,
    sql`update users set createdat = createdat - ${DAY_MS * 10_000} where createdat > ${Date.now()}`,
  ],
  Log: [
    sql`insert into settings (key, value) values ('lost-lines', ${String(Date.now())})`,
    sql`delete from settings where key = 'lost-lines'`,
  ],
  Stored: [
    sql`insert into images (hash, pool, bytes, uploadedat, checkat, deleting) values ('f00', 'people', 1, 1, 1, 0)`,
    sql`delete from images where hash = 'f00'`,
  ],
};

test.each(Object.entries(BREAKS))('it finds what is wrong with: %s', async (about, [broken, mended]) => {
  await run(broken);
  const { code, findings } = await examine();
  await run(mended);
  const found = findings.filter(({ state }) => state === 'wrong');
  expect(found.map((finding) => finding.about)).toContain(about);
  expect(found.every(({ remedy }) => remedy)).toBe(true);
  expect(code).toBe(1);
  expect((await examine()).code).toBe(0);
});

test('the age of the latest backup is told, and in production an old one is wrong', async () => {
  const of = async (env = {}) => (await examine(env)).findings.find(({ about }) => about === 'Backup');
  const at = (days: number) =>
    run(
      sql`delete from settings where key = 'last-backup'`,
      sql`insert into settings (key, value) values ('last-backup', ${String(Date.now() - days * DAY_MS)})`,
    );
  expect(await of()).toMatchObject({ state: 'note', says: 'There has been none.' });
  await at(0);
  expect(await of()).toMatchObject({ state: 'fine' });
  await at(8);
  expect(await of()).toMatchObject({ state: 'note' });
  expect(await of(PRODUCTION)).toMatchObject({ state: 'wrong' });
});

test('lines of the log that were lost long ago are not told any more', async () => {
  const log = async () => (await examine()).findings.find(({ about }) => about === 'Log')?.state;
  const at = (days: number) =>
    run(
      sql`delete from settings where key = 'lost-lines'`,
      sql`insert into settings (key, value) values ('lost-lines', ${String(Date.now() - days * DAY_MS)})`,
    );
  await at(6);
  expect(await log()).toBe('wrong');
  await at(8);
  expect(await log()).toBe('fine');
});

const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://school.example',
  ADMIN_EMAIL: 'head@school.example',
  ADMIN_PASSWORD: 'Secret-of-the-admin!',
  SMTP_URL: 'smtp://post:Secret-of-the-mail@127.0.0.1:9',
  MAIL_FROM: 'office@school.example',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
  STRIPE_SECRET_KEY: 'sk_live_SecretOfTheCards',
  STRIPE_WEBHOOK_SECRET: 'whsec_SecretOfTheHook',
  STRIPE_BASE_URL: 'http://127.0.0.1:9',
  FIREBASE_PROJECT_ID: 'school',
  FIREBASE_API_KEY: 'key',
  FIREBASE_AUTH_DOMAIN: 'school.example',
  IDENTITY_BASE_URL: 'http://127.0.0.1:9',
  IDENTITY_JWKS_URL: 'http://127.0.0.1:9/jwks',
};

test('services that cannot be reached are named with what to check, and no secret is shown', async () => {
  Object.assign(school.env, PRODUCTION);
  const { code, out, err } = await school.admin('doctor');
  for (const name of Object.keys(PRODUCTION)) delete school.env[name];
  expect(code).toBe(1);
  for (const about of ['Identity', 'Cards', 'Mail'])
    expect(out).toMatch(new RegExp(`^WRONG  ${about} .*\n +→`, 'm'));
  expect(out + err).not.toMatch(/secret-?of/i);
});

test('a configuration that does not do is a finding of its own', async () => {
  const { code, findings } = await examine({ NODE_ENV: 'production' });
  expect(code).toBe(1);
  expect(findings).toContainEqual(expect.objectContaining({ about: 'Configuration', state: 'wrong' }));
});

test('so are records that are not there', async () => {
  const empty = await makePlace('sqlite');
  const { code, out } = await empty.admin('doctor');
  empty.remove();
  expect(code).toBe(1);
  expect(out).toMatch(/^WRONG {2}Database +There is no school in/m);
});

test.runIf(inject('dialect') === 'postgres')(
  'an index for searches whose making was interrupted is named',
  async () => {
    const search = async () => (await examine()).findings.find(({ about }) => about === 'Search')?.state;
    const setValid = (isValid: boolean) =>
      run(sql`update pg_index set indisvalid = ${isValid} where indexrelid = 'users_parts'::regclass`);
    expect(await search()).toBe('fine');
    await setValid(false);
    expect(await search()).toBe('note');
    await setValid(true);
  },
);
