import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { findBillingSettings } from './index.ts';

let school: TestSchool;
let admin: Person;

beforeAll(async () => {
  school = await openTestSchool();
  admin = await school.signIn('admin');
});
beforeEach(async () => {
  await school.db.deleteFrom('billingsettings').execute();
});
afterAll(() => school.close());

const NONE = { dueafterdays: 14, taxrate: 0, version: 0 };
const IBAN = 'CH9300762011623852957';
const ALL = {
  dueafterdays: 30,
  latefee: { amount: 5, afterdays: 7 },
  taxrate: 8.1,
  taxnumber: 'CHE-123.456.788 MWST',
  invoicetext: 'Thank you.\nThe office is closed in July.',
  bank: { iban: IBAN, bic: 'POFICHBEXXX', holder: 'Reed & Bow' },
};

const read = async () => (await admin.call('GET', '/billing/settings')).body;
const save = (fields: object, person = admin) => {
  school.clock.now += 1;
  return person.call('PUT', '/billing/settings', fields);
};

test('a school that has said nothing has fourteen days, no tax and no bank', async () => {
  expect(await read()).toEqual(NONE);
  expect(await findBillingSettings(school.db)).toEqual(NONE);
});

test('what an admin fills in is kept: cents and per mille in the records, units and percent on the wire', async () => {
  expect((await save({ ...ALL, version: 0 })).status).toBe(200);
  expect(await read()).toEqual({ ...ALL, version: 1 });
  expect(await findBillingSettings(school.db)).toEqual({
    ...ALL,
    latefee: { amount: 500, afterdays: 7 },
    taxrate: 81,
    version: 1,
  });
});

test('what is not named stays, and null clears', async () => {
  await save({ ...ALL, version: 0 });
  await save({ taxrate: '7,7'.replace(',', '.'), latefee: null, bank: null, taxnumber: '', version: 1 });
  const { latefee: _fee, bank: _bank, taxnumber: _number, ...rest } = ALL;
  expect(await read()).toEqual({ ...rest, taxrate: 7.7, version: 2 });
});

test('a wrong check digit is refused at its field, and nothing is changed', async () => {
  const { status, body } = await save({ bank: { ...ALL.bank, iban: 'CH9400762011623852957' }, version: 0 });
  expect([status, body.errors[0].field]).toEqual([400, 'bank.iban']);
  expect(await read()).toEqual(NONE);
});

test('the second of two admins learns of the change of the first; the same again is answered alike', async () => {
  for (const _time of [1, 2]) expect((await save({ dueafterdays: 20, version: 0 })).status).toBe(200);
  const stale = await save({ dueafterdays: 10, version: 0 });
  expect([stale.status, stale.body.code]).toEqual([409, 'changed-meanwhile']);
  const both = await Promise.all([21, 22].map((dueafterdays) => save({ dueafterdays, version: 1 })));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('the log says what the figures were and are, and of the bank account only that it changed', async () => {
  await save({ ...ALL, version: 0 });
  const { note, action } = (await admin.call('GET', '/changes?about=school')).body.items[0];
  expect([action, note]).toEqual([
    'updated',
    'dueafterdays 14 → 30, latefee none → 5, latefeeafterdays none → 7, taxrate 0% → 8.1%, taxnumber, invoicetext, iban, bic, holder',
  ]);
});

test('visitors and families read none of it', async () => {
  await save({ ...ALL, version: 0 });
  expect(JSON.stringify((await school.call('GET', '/school')).body)).not.toContain(IBAN);
  for (const role of ['student', 'office'] as const) {
    const person = await school.signIn(role);
    expect((await person.call('GET', '/billing/settings')).status).toBe(403);
    expect((await save({ dueafterdays: 1, version: 1 }, person)).status).toBe(403);
  }
});
