import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { FACTS_MAX, MISSED_RULES } from '#contract/school/calls.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { keepCancelUntil } from '#server/features/enrolments/index.ts';
import { confirmCard, record, start } from '#tests/support/pay.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { currencyBinding } from './bind-currency.ts';
import { type FirstConfig, makeSchool } from './first-school.ts';
import { lockSchool } from './queries.ts';
import { updateSchool } from './update-school.ts';

const REAL = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://school.example',
  ADMIN_EMAIL: 'head@school.example',
  ADMIN_PASSWORD: 'Quiet-oboe-7!',
  CARD_SANDBOX: 'on',
  RATE_LIMIT_FACTOR: '10',
};

let demo: TestSchool;
let real: TestSchool;
let admin: Person;

beforeAll(async () => {
  demo = await openTestSchool({ env: { CANCEL_UNTIL_HOURS: '1.5' } });
  real = await openTestSchool({ env: { ...REAL, SCHOOL_NAME: 'Reed & Bow', ENROLMENT_PRICE: '75.50' } });
  admin = await real.signIn('admin');
});
afterAll(async () => {
  await demo.close();
  await real.close();
});

const read = async (school = real) => (await school.call('GET', '/school')).body;
async function change(fields: object) {
  // The log is in the order of its moments.
  real.clock.now += 1;
  return admin.call('PUT', '/school', { version: (await read()).version, ...fields });
}
const changes = async () => (await admin.call('GET', '/changes?about=school')).body.items;

describe('at its first start', () => {
  test('a real school is what the environment says of it, and says nothing else', async () => {
    expect(await read()).toEqual({
      name: 'Reed & Bow',
      currency: 'usd',
      enrolmentPrice: 75.5,
      cancelUntilHours: 48,
      cancelFrom: 'enrolling',
      ...MISSED_RULES,
      languages: ['en'],
      version: 1,
      facts: [],
    });
  });

  test('the demo says what it always said', async () => {
    const body = await read(demo);
    expect(body).toMatchObject({
      name: 'Cadenza',
      street: '14 Linden Walk',
      town: 'Harbor Hill, New York',
      enrolmentPrice: 60,
      cancelUntilHours: 1.5,
      welcome: { title: 'Music is learnt by playing it' },
    });
    const titles = (kind: string) =>
      body.facts.filter((fact: { kind: string }) => fact.kind === kind).map(({ title = '' }) => title);
    expect(titles('event')).toEqual(['Art Classes', 'Next Event']);
    expect(titles('number')).toEqual(['Students', 'Teachers', 'Programmes', 'Awards']);
    expect(titles('voice')).toHaveLength(4);
  });

  test('the browser reads in its configuration what the school says of itself', async () => {
    const { school } = (await real.app.inject('/config.json')).json();
    expect(school).toEqual({
      name: 'Reed & Bow',
      timezone: 'UTC',
      currency: 'usd',
      enrolmentPrice: 75.5,
      cancelUntilHours: 48,
      cancelFrom: 'enrolling',
      ...MISSED_RULES,
      languages: ['en'],
    });
  });

  test('making it a second time changes nothing, and two at once make one', async () => {
    const before = await read(demo);
    const other = { ...demo.config, firstSchool: { ...demo.config.firstSchool, name: 'Other' } };
    const make = (config: FirstConfig) => transact(demo.db, (tx) => makeSchool(tx, config, demo.now()));
    await Promise.all([make(other), make(other)]);
    demo.changed(['school']);
    expect(await read(demo)).toEqual(before);

    await demo.db.deleteFrom('school').execute();
    await demo.db.deleteFrom('facts').execute();
    await Promise.all([make(demo.config), make(other)]);
    expect(await demo.db.selectFrom('school').selectAll().execute()).toHaveLength(1);
    expect(await demo.db.selectFrom('facts').selectAll().execute()).toHaveLength(before.facts.length);
    await demo.db.updateTable('school').set({ name: 'Cadenza' }).execute();
  });
});

describe('an admin', () => {
  test('changes what is named; the rest stays, null and an empty text clear', async () => {
    const filled = {
      tagline: 'From the first note',
      street: '1 Quay',
      postcode: 'D02 X',
      town: 'Dublin',
      country: 'Ireland',
      phone: '+353 1 555 0142',
      email: 'office@school.example',
      hours: 'Monday, 2 to 8 pm\nSaturday, 9 to 12',
      timezone: 'Europe/Dublin',
      logo: '/art/violin-480.webp',
      palette: { primary: '#155a80', accent: '#f2b441' },
      welcome: { title: 'Play', words: 'Begin where you are.', lines: ['For every age', ''] },
      cancelUntilHours: 24,
    };
    expect((await change(filled)).body).toEqual({ modifiedCount: 1 });
    const seen = await read();
    expect(seen).toMatchObject({
      ...filled,
      name: 'Reed & Bow',
      version: 2,
      welcome: { ...filled.welcome, lines: ['For every age'] },
    });
    expect((await real.app.inject('/config.json')).json().school).toMatchObject({
      timezone: 'Europe/Dublin',
      locale: 'en-IE',
      palette: filled.palette,
    });

    await change({
      phone: null,
      logo: '',
      palette: 'forest',
      welcome: { title: '', words: '', lines: [''] },
    });
    const { phone: _, logo: __, welcome: ___, ...left } = seen;
    expect(await read()).toEqual({ ...left, palette: 'forest', version: 3 });
    await change({ palette: null });
    expect(await read()).not.toHaveProperty('palette');
  });

  test('who moves the school to another zone leaves classes kept until the same time of day there', async () => {
    await change({ timezone: 'Europe/Berlin' });
    const past = real.clock.now - 1;
    const opens = [Date.parse('2026-10-04T22:00:00Z'), Date.parse('2026-10-05T04:00:00Z'), past, null];
    const ids: string[] = [];
    for (const opensat of opens) ids.push((await real.addClass({ opensat }))._id);
    await change({ timezone: 'America/New_York' });
    const rows = await real.db
      .selectFrom('classes')
      .select(['_id', 'opensat'])
      .where('_id', 'in', ids)
      .execute();
    const moved = ids.map((id) => rows.find(({ _id }) => _id === id)?.opensat);
    expect(moved).toEqual([
      Date.parse('2026-10-05T04:00:00Z'),
      Date.parse('2026-10-05T10:00:00Z'),
      past,
      null,
    ]);
    await change({ timezone: null });
  });

  test('who read it before the last change is told so, and nothing is overwritten', async () => {
    const { version } = await read();
    expect((await change({ name: 'Reed, Bow & Key' })).status).toBe(200);
    const stale = await change({ version, name: 'Bow' });
    expect([stale.status, stale.body.code]).toEqual([409, 'changed-meanwhile']);
    expect((await read()).name).toBe('Reed, Bow & Key');
  });

  test('of two who save at the same moment one is first', async () => {
    const { version } = await read();
    const save = (name: string) =>
      updateSchool(real.db, { version, name }, { keepCancelUntil, actor: null, now: real.clock.now });
    const ended = await Promise.allSettled([save('One'), save('Other')]);
    expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    real.changed(['school']);
    expect((await read()).version).toBe(version + 1);
  });

  test.each([
    [{ timezone: 'Mars/Olympus' }, 'timezone'],
    [{ street: '1 Quay\r\nBcc: all@school.example' }, 'street'],
    [{ town: 'Dub\u0007lin' }, 'town'],
    [{ palette: { primary: '#bbbbbb', accent: '#f2b441' } }, 'palette.primary'],
    [{ palette: { primary: '#155a80', accent: '#7a1f1f' } }, 'palette.accent'],
    [{ name: null }, 'name'],
    [{ name: '' }, 'name'],
    [{ logo: 'javascript:alert(1)' }, 'logo'],
    [{ welcome: { title: 'x', words: '', lines: ['1', '2', '3', '4'] } }, 'welcome.lines'],
    [{ version: undefined }, 'version'],
    [{ languages: [] }, 'languages'],
    [{ languages: ['en', 'xx'] }, 'languages.1'],
    [{ languages: ['en', 'en'] }, 'languages'],
    [{ languages: ['en', 'de', 'fr', 'en'] }, 'languages'],
    [{ languages: null }, 'languages'],
    [{ welcome: { title: 'x', words: '', lines: [], language: 'xx' } }, 'welcome.language'],
  ])('is told at its field that %j does not do', async (fields, field) => {
    const before = await read();
    const { status, body } = await change(fields);
    expect([status, body.code]).toEqual([400, 'invalid-input']);
    expect(new Set(body.errors.map((fault: { field: string }) => fault.field))).toEqual(new Set([field]));
    expect(await read()).toEqual(before);
  });

  test('leaves in the log what was changed, and of prices what they were; what changes nothing leaves nothing', async () => {
    const { name } = await read();
    await change({ enrolmentPrice: 'class', tagline: 'Louder', name });
    const [latest] = await changes();
    expect(latest).toMatchObject({
      about: 'school',
      subjectname: name,
      action: 'updated',
      note: 'tagline, enrolmentPrice 75.5 → class',
      actorname: admin.user.name,
    });
    const { version } = await read();
    await change({ tagline: 'Louder' });
    expect((await changes())[0]._id).toBe(latest._id);
    expect((await read()).version).toBe(version);
    await change({ enrolmentPrice: '75.50' });
    expect((await changes())[0].note).toBe('enrolmentPrice class → 75.5');
  });
});

describe('what holds for missed lessons', () => {
  const RULES = { missedlessons: 'catchup', noticehours: 48, catchupweeks: 4, registerdays: 7 };
  afterAll(() => change(MISSED_RULES));

  test('is what the school says, is in the log with what it was, and stays where it is not named', async () => {
    expect((await change({ ...RULES, catchupsaterm: '3' })).status).toBe(200);
    expect(await read()).toMatchObject({ ...RULES, catchupsaterm: 3 });
    expect((await changes())[0].note).toBe(
      'missedlessons none → catchup, noticehours 24 → 48, catchupweeks 6 → 4, catchupsaterm 2 → 3, registerdays 14 → 7',
    );
    await change({ tagline: 'Softer' });
    expect(await read()).toMatchObject({ ...RULES, catchupsaterm: 3 });
    await change({ catchupsaterm: null });
    expect(await read()).not.toHaveProperty('catchupsaterm');
    expect((await changes())[0].note).toBe('catchupsaterm 3 → unlimited');
  });

  test.each([
    ['missedlessons', 'credit'],
    ['noticehours', -1],
    ['noticehours', null],
    ['catchupweeks', 0],
    ['catchupsaterm', 0],
    ['registerdays', 1.5],
  ])('cannot have %s of %j', async (field, value) => {
    const { status, body } = await change({ [field]: value });
    expect([status, body.errors?.[0].field]).toEqual([400, field]);
  });
});

describe('the languages', () => {
  afterAll(() => change({ languages: ['en'], welcome: null }));
  const hello = { title: 'Hello', words: '', lines: ['For every age'] };
  const hallo = { title: 'Hallo', words: '', lines: ['In jedem Alter'] };
  const welcome = async () => (await read()).welcome;

  test('are chosen in their order, shown to every visitor, and noted in the log; those who do not name them leave them', async () => {
    expect((await change({ languages: ['de', 'en'] })).status).toBe(200);
    expect((await read()).languages).toEqual(['de', 'en']);
    expect((await changes())[0].note).toBe('languages en → de en');
    await change({ tagline: 'Lauter' });
    expect((await real.app.inject('/config.json')).json().school.languages).toEqual(['de', 'en']);
  });

  test('each have a welcome; one that is not named stays, and one that is emptied goes', async () => {
    await change({ languages: ['en', 'de'], welcome: { ...hello, translations: { de: hallo } } });
    const { words: _, ...german } = hallo;
    expect(await welcome()).toEqual({
      ...{ title: 'Hello', lines: ['For every age'] },
      ...{ language: 'en', translations: { de: german } },
    });
    await change({ welcome: { ...hello, title: 'Hi' } });
    expect(await welcome()).toMatchObject({ title: 'Hi', translations: { de: german } });
    await change({ welcome: { ...hallo, title: 'Servus', language: 'de' } });
    expect(await welcome()).toMatchObject({
      title: 'Servus',
      language: 'de',
      translations: { en: { title: 'Hi' } },
    });
    const nothing = { title: '', words: '', lines: [] };
    await change({ welcome: { ...hello, language: 'en', translations: { de: nothing } } });
    expect(await welcome()).not.toHaveProperty('translations');
    await change({ welcome: { ...nothing, language: 'en' } });
    expect(await welcome()).toBeUndefined();
  });

  test('of a welcome that was written before there were several is the default of that moment', async () => {
    await change({ languages: ['en'], welcome: null });
    const known = JSON.stringify({ title: 'Hello', lines: [] });
    await real.db.updateTable('school').set({ welcome: known, languages: null }).execute();
    real.changed(['school']);
    expect((await read()).languages).toEqual(['en']);
    await change({ languages: ['de', 'en'], welcome: { ...hallo, language: 'de' } });
    expect(await welcome()).toMatchObject({ title: 'Hallo', translations: { en: { title: 'Hello' } } });
  });

  test('that are given up keep their welcome, which nothing that is written in another takes the place of', async () => {
    await change({
      languages: ['en', 'de'],
      welcome: { ...hello, language: 'en', translations: { de: hallo } },
    });
    await change({ languages: ['de'] });
    await change({ welcome: { ...hallo, title: 'Servus' } });
    await change({ languages: ['en', 'de'] });
    expect(await welcome()).toMatchObject({ title: 'Servus', translations: { en: { title: 'Hello' } } });
  });

  test('that are given up are still those of a welcome that has nothing else to say', async () => {
    const french = { title: 'Bonjour', words: '', lines: [] };
    await change({ languages: ['fr', 'en'], welcome: null });
    await change({ welcome: { ...french, language: 'fr' } });
    await change({ languages: ['en', 'de'] });
    await change({ welcome: { ...french, language: 'en', translations: { de: hallo } } });
    await change({ languages: ['fr', 'en', 'de'] });
    expect(await welcome()).toMatchObject({ title: 'Bonjour', language: 'fr' });
    await change({ languages: ['en', 'de'] });
    await change({ welcome: hello });
    expect(await welcome()).toMatchObject({ title: 'Hello', language: 'en' });
  });

  test('that this version does not have are left out', async () => {
    await real.db
      .updateTable('school')
      .set({ languages: JSON.stringify(['xx', 'fr']) })
      .execute();
    real.changed(['school']);
    expect((await read()).languages).toEqual(['fr']);
  });
});

describe('the facts', () => {
  beforeEach(async () => {
    await real.db.deleteFrom('facts').execute();
    real.changed(['school']);
  });
  const call = async (method: string, path: string, body?: object) => {
    real.clock.now += 1;
    return admin.call(method, path, body);
  };
  const add = (fact: object) => call('POST', '/school/facts', fact);
  const number = (title: string, more: object = {}) => ({ kind: 'number', title, words: '7', ...more });
  const titles = async () => (await read()).facts.map(({ title }: { title: string }) => title);

  test('are added, changed and deleted, and what is left empty is left out', async () => {
    const event = { kind: 'event', title: 'Concert', words: 'In the park', byline: '', day: '2026-12-20' };
    const { insertedId } = (await add(event)).body;
    expect((await read()).facts).toEqual([
      { _id: insertedId, kind: 'event', title: 'Concert', words: 'In the park', day: '2026-12-20' },
    ]);
    const changed = { kind: 'event', title: 'Concert', byline: 'For everybody' };
    expect((await call('PUT', `/school/facts/${insertedId}`, changed)).body).toEqual({
      modifiedCount: 1,
    });
    expect((await read()).facts).toEqual([{ _id: insertedId, ...changed }]);
    expect((await call('DELETE', `/school/facts/${insertedId}`)).body).toEqual({ deletedCount: 1 });
    expect((await read()).facts).toEqual([]);
    const log = (await changes()).slice(0, 3);
    expect(log.map(({ action }: { action: string }) => action)).toEqual(['deleted', 'updated', 'added']);
    expect(log[0]).toMatchObject({ subjectname: 'Concert', note: 'event' });
  });

  test('stand where they were put', async () => {
    const ids: Record<string, string> = {};
    for (const title of ['Pianos', 'Drums', 'Flutes'])
      ids[title] = (await add(number(title))).body.insertedId;
    await add({ kind: 'voice', words: 'Good.', position: 0 });
    expect((await add(number('Harps', { position: 1 }))).status).toBe(200);
    expect((await titles()).filter(Boolean)).toEqual(['Pianos', 'Harps', 'Drums', 'Flutes']);
    await call('PUT', `/school/facts/${ids.Flutes}`, number('Flutes', { position: 0 }));
    await call('PUT', `/school/facts/${ids.Drums}`, number('Drums', { words: '9' }));
    expect((await titles()).filter(Boolean)).toEqual(['Flutes', 'Pianos', 'Harps', 'Drums']);
    await call('PUT', `/school/facts/${ids.Flutes}`, number('Flutes', { position: 99 }));
    await call('DELETE', `/school/facts/${ids.Pianos}`);
    expect((await add(number('Lutes'))).status).toBe(200);
    expect((await titles()).filter(Boolean)).toEqual(['Harps', 'Drums', 'Flutes', 'Lutes']);
  });

  test('are so many of a kind and no more', async () => {
    for (let n = 0; n < FACTS_MAX.number; n++) expect((await add(number(`Thing ${n}`))).status).toBe(200);
    const { status, body } = await add(number('One more'));
    expect([status, body.code]).toEqual([409, 'too-many-facts']);
    expect((await add({ kind: 'voice', words: 'Good.' })).status).toBe(200);
  });

  test('stay of their kind, and are not made of what nobody knows', async () => {
    const { insertedId } = (await add(number('Pianos'))).body;
    for (const id of [insertedId, 'unknown'])
      expect((await call('PUT', `/school/facts/${id}`, { kind: 'voice', words: 'x' })).body.code).toBe(
        'fact-not-found',
      );
    expect((await call('DELETE', '/school/facts/unknown')).body.code).toBe('fact-not-found');
    expect((await add({ kind: 'number', title: 'Pianos', words: 'many' })).body.errors[0].field).toBe(
      'words',
    );
  });

  test('leave the version of the school as it is', async () => {
    const { version } = await read();
    await add(number('Pianos'));
    expect((await read()).version).toBe(version);
  });
});

/** Until another transaction waits for a lock; on SQLite it waits for its turn as a whole. */
async function somebodyWaits(tx: Db) {
  if (inject('dialect') === 'sqlite') return;
  await vi.waitFor(async () => {
    await sql`select pg_stat_clear_snapshot()`.execute(tx);
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(tx);
    expect(rows).toHaveLength(1);
  }, 10_000);
}

describe('another currency', () => {
  let school: TestSchool;
  let head: Person;
  let student: Person;
  beforeEach(async () => {
    school = await openTestSchool();
    head = await school.signIn('admin');
    student = await school.signIn('student');
    return () => school.close();
  });
  const setCurrency = async (currency: string) =>
    head.call('PUT', '/school', { currency, version: (await read(school)).version });

  test('is taken until somebody begins to pay, and then no more, whatever became of it', async () => {
    const { _id } = await school.addClass();
    for (const code of ['xxx', 'xau', 'xxz', 'jpy']) expect((await setCurrency(code)).status).toBe(400);
    expect((await setCurrency('eur')).status).toBe(200);
    const { status, body } = await start(student, _id);
    expect([status, body.currency]).toEqual([200, 'eur']);
    school.clock.now += 60 * 60_000;
    await school.work();
    const refused = await setCurrency('usd');
    expect([refused.status, refused.body.code]).toEqual([409, 'currency-in-use']);
    expect((await setCurrency('eur')).status).toBe(200);
    expect((await start(student, _id)).body.currency).toBe('eur');
  });

  test('waits for an order that is being made in this moment', async () => {
    const { _id } = await school.addClass();
    const bind = currencyBinding();
    await read(school);
    const change = Promise.withResolvers<{ status: number }>();
    const outside = AsyncLocalStorage.snapshot();
    await transact(school.db, async (tx) => {
      await bind(tx, 'usd');
      outside(() => setCurrency('eur')).then(change.resolve, change.reject);
      await somebodyWaits(tx);
      const order = { learnerid: student.learnerid, userid: student.user._id, classid: _id };
      await tx.insertInto('orders').values(orderRow(order, school.clock.now)).execute();
    });
    expect((await change.promise).status).toBe(409);
  });

  test('that came while a student looked at the price refuses the order', async () => {
    const bind = currencyBinding();
    await read(school);
    const order = Promise.withResolvers<void>();
    const outside = AsyncLocalStorage.snapshot();
    await transact(school.db, async (tx) => {
      await lockSchool(tx);
      const bound = outside(() => transact(school.db, (other) => bind(other, 'usd')));
      bound.then(order.resolve, order.reject);
      await somebodyWaits(tx);
      await tx.updateTable('school').set({ currency: 'eur' }).execute();
    });
    await expect(order.promise).rejects.toMatchObject({ code: 'price-differs' });
  });

  test('is asked about again while no order was made, though one was begun', async () => {
    const bind = currencyBinding();
    await read(school);
    const failing = transact(school.db, async (tx) => {
      await bind(tx, 'usd');
      throw new Error('The class is full.');
    });
    await expect(failing).rejects.toThrow('full');
    expect((await setCurrency('eur')).status).toBe(200);
    const late = transact(school.db, (tx) => bind(tx, 'usd'));
    await expect(late).rejects.toMatchObject({ code: 'price-differs' });
  });

  test('is asked about no more once there is an order', async () => {
    const { _id } = await school.addClass();
    const bind = currencyBinding();
    await start(student, _id);
    await transact(school.db, (tx) => bind(tx, 'usd'));
    // Nobody can do this.
    await school.db.updateTable('school').set({ currency: 'eur' }).execute();
    await transact(school.db, (tx) => bind(tx, 'usd'));
  });
});

function orderRow(order: { learnerid: string; userid: string; classid: string }, now: number) {
  return {
    ...order,
    _id: `order-${now}`,
    amount: 6000,
    currency: 'usd',
    state: 'expired' as const,
    intentid: null,
    clientsecret: null,
    paidat: null,
    cardlast4: null,
    refundid: null,
    refundattempt: 0,
    attention: null,
    reason: null,
    holduntil: now,
    workat: null,
    createdat: now,
    updatedat: now,
  };
}

describe('a price that changes while a student pays', () => {
  let school: TestSchool;
  let head: Person;
  let student: Person;
  beforeAll(async () => {
    school = await openTestSchool();
    head = await school.signIn('admin');
  });
  beforeEach(async () => {
    await setPrice(60);
    student = await school.signIn('student');
  });
  afterAll(() => school.close());

  const setPrice = async (enrolmentPrice: unknown) =>
    expect(
      (await head.call('PUT', '/school', { enrolmentPrice, version: (await read(school)).version })).status,
    ).toBe(200);
  const enrolments = async () => (await student.call('GET', `/enrolledclasses/${student.email}`)).body;

  test.each([[75], [0], ['class']])(
    'to %s: the payment that was begun is honoured as it was shown',
    async (price) => {
      const { _id } = await school.addClass();
      const { body: intent } = await start(student, _id, 60);
      await setPrice(price);
      const { id } = await confirmCard(school, intent.clientSecret);
      // The page shows the price that it was loaded with; what the price is by now would not be what was
      // paid.
      expect((await record(student, _id, id, price === 'class' ? 120 : price)).body.code).toBe(
        'price-differs',
      );
      expect((await record(student, _id, id, 60)).status).toBe(200);
      expect(await enrolments()).toMatchObject([{ transactionId: id, price: 60 }]);
    },
  );

  test('a second tab is told the new price, and the payment of the first can be made no more: one charge', async () => {
    const { _id } = await school.addClass();
    const { body: first } = await start(student, _id, 60);
    await setPrice(75);
    const shown = await start(student, _id, 60);
    expect([shown.status, shown.body.code]).toEqual([400, 'price-differs']);
    const { body: second } = await start(student, _id, 75);
    expect(second).toMatchObject({ price: 75 });
    expect((await confirmCard(school, first.clientSecret)).status).toBe(400);
    const { id } = await confirmCard(school, second.clientSecret);
    expect((await record(student, _id, id, 75)).status).toBe(200);
    expect(await enrolments()).toMatchObject([{ transactionId: id, price: 75 }]);
  });

  test('a second tab that asks after the first has paid is told so, and charged nothing', async () => {
    const { _id } = await school.addClass();
    const { body: first } = await start(student, _id, 60);
    const { id } = await confirmCard(school, first.clientSecret);
    await setPrice(75);
    expect((await start(student, _id, 75)).body.code).toBe('already-enrolled');
    expect(await enrolments()).toMatchObject([{ transactionId: id, price: 60 }]);
  });

  test('a payment that names no class is refused at another price, and goes back', async () => {
    const { _id } = await school.addClass();
    const { body: intent } = await start(student, undefined, 60);
    const { id } = await confirmCard(school, intent.clientSecret);
    await setPrice(75);
    expect((await record(student, _id, id, 60)).body.code).toBe('price-differs');
    school.clock.now += 16 * 60_000;
    await school.work();
    await school.work();
    const order = await school.db
      .selectFrom('orders')
      .select(['state', 'amount'])
      .where('intentid', '=', id)
      .executeTakeFirst();
    expect(order).toEqual({ state: 'refunded', amount: 6000 });
    expect(await enrolments()).toEqual([]);
  });
});
