import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { openPostgres } from '#server/database/open.ts';
import type { AllTables } from '#server/database/tables.ts';
import type { Web } from '#server/http/app.ts';
import { makePostgresDatabase } from '#tests/support/database.ts';
import { enrol } from '#tests/support/pay.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

/*
 * What the school is called, charges and looks like is read once and kept, and shows in the very next answer
 * after it was changed: in pages and calls that were kept, in what is made for one person, and in every other
 * process.
 */

const assets = mkdtempSync(join(tmpdir(), 'cadenza-assets-'));
afterAll(() => rmSync(assets, { recursive: true }));

const HOUR_MS = 60 * 60_000;
let renders = 0;
/** A page that shows what every page is given of the school, as the real ones do. */
const web: Web = {
  assets,
  queryOf: () => new URLSearchParams(),
  async render(_request, { config }) {
    renders++;
    const { name, enrolmentPrice, palette = 'plum' } = config.school;
    return Response.json({ name, enrolmentPrice, palette });
  },
};

const look = async (school: TestSchool, url: string) => (await school.app.inject(url)).json();

/** Everything that shows the school to everybody, as each says it. */
async function shownBy(school: TestSchool) {
  const { name, enrolmentPrice, palette = 'plum' } = await look(school, '/api/school');
  const { info } = await look(school, '/api/openapi.json');
  const config = await look(school, '/config.json');
  return {
    call: { name, enrolmentPrice, palette },
    page: await look(school, '/classes'),
    config: {
      name: config.school.name,
      enrolmentPrice: config.school.enrolmentPrice,
      palette: config.school.palette ?? 'plum',
    },
    reference: info.title,
  };
}

const everywhere = (said: { name: string; enrolmentPrice: number; palette: string }) => ({
  call: said,
  page: said,
  config: said,
  reference: `${said.name} API`,
});

const save = async (school: TestSchool, admin: Person, fields: object) => {
  const { version } = await look(school, '/api/school');
  expect((await admin.call('PUT', '/school', { version, ...fields })).status).toBe(200);
};

describe('in the process that changes it', () => {
  let school: TestSchool;
  let admin: Person;
  beforeAll(async () => {
    school = await openTestSchool({ web });
    admin = await school.signIn('admin');
  });
  afterAll(() => school.close());

  test('nothing that was kept says what was before', async () => {
    const before = { name: 'Cadenza', enrolmentPrice: 60, palette: 'plum' };
    for (let n = 0; n < 2; n++) expect(await shownBy(school)).toEqual(everywhere(before));
    await save(school, admin, { name: 'Reed & Bow', enrolmentPrice: 75, palette: 'brick' });
    const now = { name: 'Reed & Bow', enrolmentPrice: 75, palette: 'brick' };
    for (let n = 0; n < 2; n++) expect(await shownBy(school)).toEqual(everywhere(now));
  });

  test('a page is given again, and not rendered, while the school stays as it is', async () => {
    await look(school, '/classes');
    renders = 0;
    school.changed(['school']);
    school.clock.now += 6000;
    await look(school, '/classes');
    expect(renders).toBe(0);
    await save(school, admin, { tagline: `At ${school.clock.now}` });
    await look(school, '/classes');
    expect(renders).toBe(1);
  });

  test('its row is read once, however many ask', async () => {
    school.changed(['school']);
    await Promise.all([look(school, '/config.json'), look(school, '/config.json')]);
    // Past everything that would tell.
    await school.db.updateTable('school').set({ tagline: 'Untold' }).execute();
    for (let n = 0; n < 3; n++)
      expect((await look(school, '/config.json')).school.tagline).not.toBe('Untold');
    // A process that changed it may have died before it told.
    school.clock.now += 5000;
    expect((await look(school, '/config.json')).school.tagline).toBe('Untold');
  });

  test('receipts and mails say what the school is called and where it is by then', async () => {
    const student = await school.signIn('student');
    const { _id } = await school.addClass();
    const { enrolmentPrice } = await look(school, '/api/school');
    const { enrolment } = await enrol(school, student, _id, enrolmentPrice);
    await save(school, admin, { name: 'Bow & Reed', street: '1 Quay', postcode: 'D02', town: 'Dublin' });
    expect((await student.call('GET', `/receipts/${enrolment}`)).body).toMatchObject({
      school: 'Bow & Reed',
      schooladdress: '1 Quay, D02 Dublin',
    });
    await save(school, admin, { street: null, postcode: null, town: null });
    expect((await student.call('GET', `/receipts/${enrolment}`)).body.schooladdress).toBeNull();
    await school.app.inject({
      method: 'POST',
      url: '/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=cadenza-web',
      payload: { requestType: 'PASSWORD_RESET', email: student.email },
    });
    const { subject } = await school.db
      .selectFrom('mails')
      .select('subject')
      .where('kind', '=', 'PASSWORD_RESET')
      .executeTakeFirstOrThrow();
    expect(subject).toBe('Choose a new password for Bow & Reed');
  });

  test('a student may cancel for as long as they were told, whatever the school says by then, and longer where it says so', async () => {
    const student = await school.signIn('student');
    const { _id } = await school.addClass();
    const { enrolmentPrice } = await look(school, '/api/school');
    const { enrolment } = await enrol(school, student, _id, enrolmentPrice);
    const cancellable = async () =>
      (await student.call('GET', `/enrolledclasses/${student.email}`)).body[0].cancellable;
    await save(school, admin, { cancelUntilHours: 0 });
    school.clock.now += 47 * HOUR_MS;
    expect(await cancellable()).toBe(true);
    school.clock.now += 2 * HOUR_MS;
    expect(await cancellable()).toBe(false);
    expect((await student.call('POST', `/enrolments/${enrolment}/cancel`)).body.code).toBe('cancel-too-late');
    await save(school, admin, { cancelUntilHours: 50 });
    expect(await cancellable()).toBe(true);
    // As a place of an earlier version, of which nothing is written.
    await school.db.updateTable('enrolments').set({ canceluntil: null }).execute();
    await save(school, admin, { cancelUntilHours: 0 });
    expect(await cancellable()).toBe(true);
    expect((await student.call('POST', `/enrolments/${enrolment}/cancel`)).status).toBe(200);
  });
});

describe.runIf(inject('dialect') === 'postgres')('in another process on the same records', () => {
  let one: TestSchool;
  let other: TestSchool;
  let admin: Person;
  beforeAll(async () => {
    const url = await makePostgresDatabase();
    const open = () => openTestSchool({ web, records: openPostgres<AllTables>(url, { onCut: () => {} }) });
    one = await open();
    other = await open();
    admin = await one.signIn('admin');
    for (const school of [one, other]) school.startWorkers();
  });
  afterAll(async () => {
    await one.close();
    await other.close();
  });

  test('all of it shows what the first has changed, and the price is the new one', async () => {
    const student = await other.signIn('student');
    const { _id } = await other.addClass();
    const before = { name: 'Cadenza', enrolmentPrice: 60, palette: 'plum' };
    expect(await shownBy(other)).toEqual(everywhere(before));
    await save(one, admin, { name: 'Reed & Bow', enrolmentPrice: 75, palette: 'ocean' });
    const now = { name: 'Reed & Bow', enrolmentPrice: 75, palette: 'ocean' };
    expect(await shownBy(one)).toEqual(everywhere(now));
    await vi.waitFor(async () => expect(await shownBy(other)).toEqual(everywhere(now)), 20_000);
    expect(
      (await student.call('POST', '/create-payment-intent', { price: 60, classid: _id })).body.code,
    ).toBe('price-differs');
  });
});
