import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transact } from '#server/database/transact.ts';
import { eraseAccount } from '#server/features/account/erase-account.ts';
import { addCharges } from '#server/features/charges/index.ts';
import { report } from '#tests/support/proof.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

/** Of a proof, 200. */
const FAMILIES = 40 * Number(process.env.FAULT_ROUNDS ?? 1);
const MONTHS = ['2026-09', '2026-10', '2026-11'] as const;
const RATES = [0, 25, 77, 190] as const;
const DAY_MS = 86_400_000;

let school: TestSchool;
let admin: Person;
let key = 0;
let seed = Number(process.env.HISTORY_SEED ?? 1);

function random(): number {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}
const pick = <T>(some: readonly [T, ...T[]]): T => some[Math.floor(random() * some.length)] ?? some[0];

type Row = Record<
  | 'Day'
  | 'Number'
  | 'Family'
  | 'Net'
  | 'Tax'
  | 'Gross'
  | 'Kind'
  | 'Reference'
  | 'Tax rate (%)'
  | 'Billed for'
  | 'Currency',
  string
>;
type Sum = { net: number; tax: number; gross: number };

const textOf = async (name: string, query = '', by = admin) =>
  (
    await school.app.inject({
      url: `/api/reports/${name}.csv${query}`,
      headers: { authorization: `Bearer ${await by.issue()}` },
    })
  ).payload;
const rowsOf = async (name: string, query = ''): Promise<Row[]> =>
  parse(await textOf(name, query), { bom: true, columns: true });
const cents = (amount: string) => Math.round(Number(amount) * 100);
const sumOf = (rows: readonly Row[]): Sum =>
  rows.reduce<Sum>(
    ({ net, tax, gross }, row) => ({
      net: net + cents(row.Net),
      tax: tax + cents(row.Tax),
      gross: gross + cents(row.Gross),
    }),
    { net: 0, tax: 0, gross: 0 },
  );

/** What a run of the school's billing adds: charges with tax. */
async function charge(person: Person, label = 'Lessons') {
  const day = new Date(school.clock.now).toISOString().slice(0, 10);
  const [row] = await transact(school.db, (tx) =>
    addCharges(tx, [
      {
        userid: person.user._id,
        kind: pick(['tuition', 'tuition', 'fee', 'discount'] as const),
        label,
        amount: 1 + Math.floor(random() * 30_000),
        currency: 'usd',
        taxrate: pick(RATES),
        day,
        key: `test.${++key}`,
        now: school.clock.now,
      },
    ]),
  );
  return row?._id ?? '';
}

/** A family's month: charges, some taken back, an invoice, maybe void, and money by hand. */
async function live(person: Person) {
  const userid = person.user._id;
  const chargeids = [await charge(person), await charge(person), await charge(person)];
  if (random() < 0.3) {
    const [first = ''] = chargeids;
    await admin.call('POST', `/charges/${first}/reverse`, { key: `r${++key}` });
    chargeids.shift();
  }
  const issued = await admin.call('POST', '/invoices', { userid, chargeids });
  if (issued.status === 200 && random() < 0.3)
    await admin.call('POST', `/invoices/${issued.body.insertedId}/void`, {
      reason: 'Wrong class',
      strike: random() < 0.5,
    });
  if (random() < 0.7)
    await admin.call('POST', '/movements', {
      userid,
      kind: pick(['cash', 'transfer'] as const),
      amount: (1 + Math.floor(random() * 40_000)) / 100,
      day: new Date(school.clock.now - Math.floor(random() * 3) * DAY_MS).toISOString().slice(0, 10),
      key: `m${++key}`,
    });
  return chargeids;
}

beforeAll(async () => {
  school = await openTestSchool({ env: { ENROLMENT_PRICE: 'class' } });
  admin = await school.signIn('admin');
  const people: Person[] = [];
  for (let at = 0; at < FAMILIES; at++) people.push(await school.signIn('student'));
  for (const month of MONTHS) {
    school.clock.now = Date.parse(`${month}-03T12:00:00Z`);
    for (const [at, person] of people.entries()) {
      if (at % 8 === 0) school.clock.now += DAY_MS;
      // A month of one is another's next.
      if (random() < 0.8) await live(person);
    }
  }
  const [first] = people;
  if (first) await eraseAccount(school.db, school.erasing, { uid: first.claims.uid, now: school.clock.now });
});
afterAll(() => school.close({ typed: ['Wrong class', 'Lessons'] }));

test('charges, invoices and movements of each month agree with the records, each other and the money check', async () => {
  const all = {
    charges: await rowsOf('charges'),
    invoices: await rowsOf('invoices'),
    month: await rowsOf('month'),
  };
  const months = await Promise.all(
    MONTHS.map(async (month) => ({
      month,
      charges: await rowsOf('charges', `?month=${month}`),
      invoices: await rowsOf('invoices', `?month=${month}`),
      moved: await rowsOf('month', `?month=${month}`),
    })),
  );
  report({ 'Rows of accountants’ files': all.charges.length + all.invoices.length + all.month.length });
  // Each row is in one month, and stands there by its day.
  expect(months.flatMap(({ charges }) => charges)).toEqual(all.charges);
  expect(months.flatMap(({ invoices }) => invoices)).toEqual(all.invoices);
  expect(months.flatMap(({ moved }) => moved)).toEqual(all.month);
  for (const { month, charges, invoices } of months) {
    expect(charges.length).toBeGreaterThan(FAMILIES / 2);
    for (const { Day } of [...charges, ...invoices]) expect(Day.slice(0, 7)).toBe(month);
  }
  const days = all.charges.map(({ Day }) => Day);
  expect(days).toEqual([...days].sort());

  // The records.
  const recorded = await school.db.selectFrom('charges').select('amount').execute();
  expect(sumOf(all.charges).gross).toBe(recorded.reduce((sum, { amount }) => sum + amount, 0));
  const totals = await school.db
    .selectFrom('invoices')
    .select(['number', 'total', 'state', 'kind'])
    .execute();
  const byNumber = Map.groupBy(all.invoices, ({ Number: number }) => number);
  expect([...byNumber.keys()].sort()).toEqual(totals.map(({ number }) => number).sort());
  for (const { number, total } of totals) expect(sumOf(byNumber.get(number) ?? []).gross).toBe(total);
  for (const row of [...all.charges, ...all.invoices])
    expect(cents(row.Net) + cents(row.Tax)).toBe(cents(row.Gross));

  // Each other: what is on an invoice that stands, by its number and tax rate.
  const standing = totals.filter(({ state, kind }) => state === 'issued' && kind === 'invoice');
  expect(standing.length).toBeGreaterThan(FAMILIES / 2);
  for (const { number } of standing) {
    const rates = Map.groupBy(byNumber.get(number) ?? [], (row) => row['Tax rate (%)']);
    const charged = all.charges.filter((row) => row.Number === number);
    for (const [rate, rows] of rates)
      expect(sumOf(rows)).toEqual(sumOf(charged.filter((row) => row['Tax rate (%)'] === rate)));
    expect(sumOf(charged).gross).toBe(sumOf(byNumber.get(number) ?? []).gross);
  }
  // A void one and its credit note come to nothing, by each rate.
  const gone = all.invoices.filter(({ Kind }) => Kind !== 'invoice');
  expect(sumOf(gone)).toEqual({ net: 0, tax: 0, gross: 0 });
  const notes = gone.filter(({ Kind }) => Kind === 'credit');
  expect(notes.length).toBeGreaterThan(FAMILIES / 8);
  for (const { Number: number, Reference } of notes)
    expect(byNumber.get(Reference)?.[0]).toMatchObject({ Kind: 'void', Reference: number });

  // The money check.
  for (const { month, moved } of months) {
    const { sums } = (await admin.call('GET', `/money?month=${month}`)).body;
    const by = (kind: string) => sumOf(moved.filter(({ Kind }) => Kind === kind)).gross / 100;
    expect({ cash: by('cash'), transfer: by('transfer') }).toEqual({
      cash: sums.cash,
      transfer: sums.transfer,
    });
  }
});

test('in cash and back by transfer: each movement with its receipt, and what went back below zero', async () => {
  const { _id: classid } = await school.addClass({ classname: 'Cello', price: 8000 });
  const person = await school.signIn('student');
  const place = { classid, learnerid: person.learnerid };
  const { body } = await admin.call('POST', '/enrolments', { ...place, pay: 'cash' });
  school.clock.now += 1000;
  await admin.call('POST', `/enrolments/${body.insertedId}/cancel`);
  await admin.call('PUT', `/enrolments/${body.insertedId}/returned`, { kind: 'transfer', key: `k${++key}` });
  const rows = (await rowsOf('month')).filter(({ Family }) => Family === person.user.name);
  expect(rows).toEqual([
    expect.objectContaining({ Kind: 'cash', Gross: '80.00', Net: '', Tax: '', 'Billed for': 'Cello' }),
    expect.objectContaining({ Kind: 'transfer_refund', Gross: '-80.00', Currency: 'USD' }),
  ]);
  expect(rows[0]?.Number).toMatch(/^\d{8}-\w{8}$/);
});

test('a name and a label that a spreadsheet would calculate are texts', async () => {
  const person = await school.signIn('student');
  await school.db
    .updateTable('users')
    .set({ name: '=HYPERLINK("//evil.example")' })
    .where('_id', '=', person.user._id)
    .execute();
  await charge(person, '+1+1');
  const text = await textOf('charges');
  expect(text).toContain(`"'=HYPERLINK(""//evil.example"")"`);
  expect(text).toContain(`'+1+1`);
  expect(text).not.toMatch(/(^|,)"?=HYPERLINK/m);
});

test('they are headed in the language of the reader, and whose account was erased has no name', async () => {
  const heads = [
    ['de', 'Tag,Nummer,Familie,Netto,Steuer,Brutto,Art,Referenz,Steuersatz (%),Leistung,Währung'],
    ['fr', 'Jour,Numéro,Famille,HT,TVA,TTC,Type,Référence,Taux de TVA (%),Désignation,Devise'],
  ] as const;
  await school.db.updateTable('school').set({ languages: '["en","de","fr"]' }).execute();
  school.changed(['school']);
  for (const name of ['month', 'charges', 'invoices'])
    for (const [language, head] of heads) {
      const { payload } = await school.app.inject({
        url: `/api/reports/${name}.csv`,
        headers: { authorization: `Bearer ${await admin.issue()}`, 'accept-language': language },
      });
      expect(payload.split('\r\n')[0]).toBe(`\ufeff${head}`);
    }
  await school.db.updateTable('school').set({ languages: '["en"]' }).execute();
  school.changed(['school']);
  expect((await rowsOf('charges')).some(({ Family }) => Family.startsWith('Former family'))).toBe(true);
});

test('the office, teachers and families cannot read them', async () => {
  for (const role of ['office', 'instructor', 'student'] as const) {
    const other = await school.signIn(role);
    for (const name of ['month', 'charges', 'invoices'])
      expect((await other.call('GET', `/reports/${name}.csv`)).status).toBe(403);
  }
});

const OFFICE = spawnSync('soffice', ['--version'], { encoding: 'utf8' });
const isThere = OFFICE.status === 0;

/** Countries with what divides the cells of their files (a code of a sign), and the language of their LibreOffice. */
const COUNTRIES = [
  ['US', 44, 1033],
  ['DE', 59, 1031],
  ['CH', 59, 2055],
] as const;

/** Opens the files of a school there as its accountant does, and compares what LibreOffice read. */
async function openIn(country: string, delimiter: number, language: number) {
  await school.db.updateTable('school').set({ country }).execute();
  school.changed(['school']);
  const folder = mkdtempSync(join(tmpdir(), 'cadenza-office-'));
  try {
    for (const name of ['month', 'charges', 'invoices']) {
      const file = join(folder, `${name}.csv`);
      writeFileSync(file, await textOf(name));
      // In UTF-8, with numbers as that language writes them; written again with the values of the cells.
      const asked = [
        `-env:UserInstallation=file://${folder}/profile`,
        '--headless',
        `--infilter=CSV:${delimiter},34,76,1,,${language}`,
      ];
      const out = [
        '--convert-to',
        'csv:Text - txt - csv (StarCalc):44,34,76,1,,1033,false,false',
        '--outdir',
        join(folder, 'out'),
        file,
      ];
      const { status, stderr } = spawnSync('soffice', [...asked, ...out], { encoding: 'utf8' });
      expect(stderr).not.toMatch(/error/i);
      expect(status).toBe(0);
      const read: Row[] = parse(readFileSync(join(folder, 'out', `${name}.csv`)), {
        bom: true,
        columns: true,
      });
      const rows = await rowsOf(name, '?headings=names');
      expect(read.map(({ Number: number, Family, Kind }) => [number, Family, Kind])).toEqual(
        rows.map(({ Number: number, Family, Kind }) => [number, Family, Kind]),
      );
      expect(read.map(({ Day }) => Day)).toEqual(rows.map(({ Day }) => Day));
      expect(sumOf(read)).toEqual(sumOf(rows));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test.skipIf(!isThere)(
  `LibreOffice of three countries reads the same columns${isThere ? '' : ': left out, since there is no soffice in PATH'}`,
  { timeout: 300_000 },
  async () => {
    for (const [country, delimiter, language] of COUNTRIES) await openIn(country, delimiter, language);
    await school.db.updateTable('school').set({ country: null }).execute();
    school.changed(['school']);
  },
);
