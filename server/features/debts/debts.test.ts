import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { addDays } from '#contract/time/days.ts';
import { checkRecords } from '#server/admin/check-records.ts';
import { siteOf } from '#server/config/site.ts';
import { transact } from '#server/database/transact.ts';
import { eraseAccount } from '#server/features/account/erase-account.ts';
import { noteOpenAccounts } from '#server/features/ledger/index.ts';
import { leasesOf } from '#server/jobs/leases.ts';
import { type Mail, sendDueMails } from '#server/jobs/send-due-mails.ts';
import { letterheadOf } from '#server/services/mail.ts';
import { addChildBy } from '#tests/support/families.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { sayOwed } from './index.ts';
import { workDebts } from './work-debts.ts';

const FIRST = '2026-09-01';

let school: TestSchool;
let admin: Person;
let office: Person;
let parent: Person;
let sent: Mail[];
let key = 0;

beforeAll(async () => {
  school = await openTestSchool({ env: { ENROLMENT_PRICE: 'class' } });
});
beforeEach(async () => {
  school.clock.now = Date.UTC(2026, 8, 1, 12);
  await school.db.deleteFrom('openaccounts').execute();
  await school.db.deleteFrom('billingsettings').execute();
  await school.db.deleteFrom('mails').execute();
  admin = await school.signIn('admin');
  office = await school.signIn('office');
  parent = await school.signIn('student');
  sent = [];
});
afterAll(async () => {
  // Each test has its own families: those of the others were taken off the list.
  const charged = await school.db.selectFrom('charges').select('userid').distinct().execute();
  const userids = charged.map(({ userid }) => userid);
  await transact(school.db, (tx) => noteOpenAccounts(tx, userids, school.clock.now));
  const records = { db: school.db, dialect: inject('dialect'), close: async () => {} };
  const findings = await checkRecords(records, { now: school.clock.now, hasEmbeddedCards: true });
  expect(findings.filter(({ state }) => state === 'wrong')).toEqual([]);
  await school.close({ typed: ['Wrong class', 'Exam', 'Cello', 'Wrong sum'] });
});

const settings = async (latefee: object | null, more: object = {}) => {
  const { version } = (await admin.call('GET', '/billing/settings')).body;
  const answer = await admin.call('PUT', '/billing/settings', { latefee, version, ...more });
  expect(answer.status).toBe(200);
};
async function charge(amount: number, of = parent): Promise<string> {
  school.clock.now += 1000;
  const body = { kind: 'fee', label: 'Exam', amount, day: FIRST, key: `d${++key}` };
  const answer = await admin.call('POST', '/charges', { ...body, userid: of.user._id });
  expect(answer.status).toBe(200);
  return answer.body.insertedId;
}
async function issue(more: object, of = parent): Promise<string> {
  const { status, body } = await admin.call('POST', '/invoices', { userid: of.user._id, ...more });
  expect(status).toBe(200);
  return body.insertedId;
}
/** An invoice over one charge, due in fourteen days. */
const bill = async (amount: number, of = parent) => issue({ chargeids: [await charge(amount, of)] }, of);
const pay = async (amount: number) => {
  office = await school.signIn('office');
  const body = { userid: parent.user._id, kind: 'cash', amount, day: FIRST, key: `p${++key}` };
  expect((await office.call('POST', '/movements', body)).status).toBe(200);
};

const outbox = (now = () => school.clock.now) => ({
  db: school.db,
  now,
  lease: leasesOf('test'),
  send: async (mail: Mail) => {
    sent.push(mail);
    return '250 OK';
  },
  letterhead: async () => letterheadOf(await school.readSchool(), siteOf(school.config)),
  makeFile: async () => ({ filename: 'invoice.pdf', content: Buffer.from('%PDF') }),
  sayOwed: (letter: Parameters<typeof sayOwed>[1], owed: Parameters<typeof sayOwed>[2]) =>
    sayOwed({ db: school.db, readSchool: school.readSchool, now }, letter, owed),
  logError: (error: unknown) => {
    throw error;
  },
});
const working = () => ({
  ...school.payments,
  readSchool: school.readSchool,
  logError: (error: unknown) => {
    throw error;
  },
});
/** All that is due on a day of September at noon, as the workers do it. */
async function at(day: string): Promise<void> {
  school.clock.now = Date.parse(`${day}T12:00:00Z`);
  while ((await workDebts(working())) > 0);
  while ((await sendDueMails(outbox())) > 0);
}
const dayOf = (days: number) => addDays(FIRST, 14 + days);
/** What of these kinds was sent to the parent. */
const told = () =>
  sent
    .filter(({ to, subject }) => to === parent.email && /soon|still open/.test(subject))
    .map(({ subject }) => subject.replace(/\d{4}-\d+/, 'N'));
const textOf = (words: string) => sent.find(({ subject }) => subject.includes(words))?.text ?? '';
const fees = async (of = parent) =>
  school.db
    .selectFrom('charges')
    .select(['amount', 'day', 'label', 'key', 'byid'])
    .where('userid', '=', of.user._id)
    .where('kind', '=', 'latefee')
    .execute();

const FEE = { amount: 5, afterdays: 7 };

describe('mails', () => {
  test('say three days before that an invoice is due, and the day after that it was, once each', async () => {
    await bill(80);
    for (let day = -14; day <= 10; day++) await at(dayOf(day));
    expect(told()).toEqual(['Invoice N is due soon', 'Invoice N is still open']);
    expect(textOf('due soon')).toMatch(/due on 15 September 2026|due on September 15, 2026/);
    expect(textOf('due soon')).toContain('$80');
    expect(textOf('still open')).toContain('/account/money');
    expect(textOf('still open')).not.toContain('late fee');
  });

  test('come on the day itself and in the morning, by the school’s clocks', async () => {
    await bill(80);
    await at(dayOf(-4));
    expect(told()).toEqual([]);
    school.clock.now = Date.parse(`${dayOf(-3)}T00:30:00Z`);
    await workDebts(working());
    await sendDueMails(outbox());
    expect(told()).toEqual([]);
    school.clock.now = Date.parse(`${dayOf(-3)}T09:00:00Z`);
    while ((await sendDueMails(outbox())) > 0);
    expect(told()).toEqual(['Invoice N is due soon']);
    // On the day itself it can still be paid in time.
    await at(dayOf(0));
    expect(told()).toHaveLength(1);
  });

  test('do not come for what was paid, is void or was paid after the mail was written', async () => {
    const paid = await bill(80);
    await pay(80);
    for (let day = -14; day <= 5; day++) await at(dayOf(day));
    expect(told()).toEqual([]);
    school.clock.now = Date.UTC(2026, 8, 1, 12);
    admin = await school.signIn('admin');
    const voided = await bill(30);
    await admin.call('POST', `/invoices/${voided}/void`, { reason: 'Wrong class', strike: true });
    for (let day = -14; day <= 5; day++) await at(dayOf(day));
    expect(told()).toEqual([]);
    school.clock.now = Date.UTC(2026, 8, 1, 13);
    admin = await school.signIn('admin');
    const late = await bill(40);
    school.clock.now = Date.parse(`${dayOf(-3)}T00:30:00Z`);
    await workDebts(working());
    await pay(40);
    school.clock.now = Date.parse(`${dayOf(-3)}T12:00:00Z`);
    while ((await sendDueMails(outbox())) > 0);
    expect(told()).toEqual([]);
    expect(new Set([paid, voided, late]).size).toBe(3);
    expect(
      await school.db.selectFrom('openaccounts').selectAll().where('userid', '=', parent.user._id).execute(),
    ).toHaveLength(1);
    await at(dayOf(-2));
    expect(
      await school.db.selectFrom('openaccounts').selectAll().where('userid', '=', parent.user._id).execute(),
    ).toEqual([]);
  });

  test('say what is open at the moment at which they are sent', async () => {
    await bill(80);
    school.clock.now = Date.parse(`${dayOf(1)}T00:30:00Z`);
    await workDebts(working());
    await pay(30);
    await charge(7);
    school.clock.now = Date.parse(`${dayOf(1)}T12:00:00Z`);
    while ((await sendDueMails(outbox())) > 0);
    const text = textOf('still open');
    expect([text.includes('$50'), text.includes('$57'), text.includes('$80')]).toEqual([true, true, false]);
  });

  test('an invoice’s own says the balance of the moment at which it is sent, and goes out where all is paid, too', async () => {
    const send = async () => {
      while ((await sendDueMails(outbox())) > 0);
    };
    const id = await bill(80);
    await charge(7);
    await pay(30);
    await send();
    const lines = textOf('Invoice ').split('\n');
    expect(lines).toContain('Total: $80');
    expect(lines).toContain('Your balance in all: $57');
    sent = [];
    await bill(20);
    await pay(77);
    await send();
    expect(textOf('Invoice ').split('\n')).toContain('Your balance in all: $0');
    // What was paid of a void invoice is credit.
    admin = await school.signIn('admin');
    await admin.call('POST', `/invoices/${id}/void`, { reason: 'Wrong class', strike: true });
    await send();
    expect(textOf('Credit note').split('\n')).toContain('You get back: $80');
  });

  test('after a long standstill tell of each invoice once, and of none that it is due soon', async () => {
    await settings(FEE);
    await bill(80);
    await bill(20);
    await at(dayOf(60));
    for (let day = 61; day <= 75; day++) await at(dayOf(day));
    expect(told()).toEqual(['Invoice N is still open', 'Invoice N is still open']);
    // The days that a mail on time would have left are left.
    expect(textOf('still open')).toMatch(/20 November 2026|November 20, 2026/);
    expect((await fees()).map(({ day }) => day)).toEqual([dayOf(66), dayOf(66)]);
  });

  test('are in the language of who reads them', async () => {
    await school.db.updateTable('school').set({ languages: '["en","de","fr"]' }).execute();
    school.changed(['school']);
    await school.db.updateTable('users').set({ language: 'de' }).where('_id', '=', parent.user._id).execute();
    await settings(FEE);
    await bill(80);
    for (let day = -3; day <= 7; day++) await at(dayOf(day));
    expect(sent.map(({ subject }) => subject).filter((subject) => /fällig|offen/.test(subject))).toHaveLength(
      2,
    );
    expect(textOf('noch offen')).toContain('Mahngebühr');
    expect(await fees()).toMatchObject([{ label: expect.stringMatching(/^Rechnung \d{4}-\d+$/) }]);
    await school.db.updateTable('school').set({ languages: null }).execute();
    school.changed(['school']);
  });
});

describe('a late fee', () => {
  test('falls once, on the day that the mail named, as a charge that is seen and can be reversed', async () => {
    await settings(FEE);
    const id = await bill(80);
    for (let day = 1; day < 7; day++) await at(dayOf(day));
    expect(textOf('still open')).toMatch(/22 September 2026|September 22, 2026/);
    expect(textOf('still open')).toContain('$5');
    expect(await fees()).toEqual([]);
    for (let day = 7; day < 40; day++) await at(dayOf(day));
    expect(await fees()).toMatchObject([{ amount: 500, day: dayOf(7), key: `latefee.${id}`, byid: null }]);
    admin = await school.signIn('admin');
    const { body } = await admin.call('GET', `/families/${parent.user._id}/statement`);
    expect(body.balance).toBe(85);
    const line = body.lines.find(({ kind }: { kind: string }) => kind === 'latefee');
    expect(line.label).toMatch(/Late fee.*Invoice/);
    const { items } = (await admin.call('GET', '/changes?about=family')).body;
    expect(items[0]).toMatchObject({ action: 'charged', after: 'latefee' });
    const reversed = await admin.call('POST', `/charges/${line.chargeid}/reverse`, { key: 'once' });
    expect(reversed.status).toBe(200);
    for (let day = 40; day < 43; day++) await at(dayOf(day));
    expect((await fees()).map(({ amount }) => amount)).toEqual([500, -500]);
  });

  test('goes on the next invoice', async () => {
    await settings(FEE);
    await bill(80);
    for (let day = 1; day <= 7; day++) await at(dayOf(day));
    admin = await school.signIn('admin');
    const { body } = await admin.call('GET', `/families/${parent.user._id}/uninvoiced`);
    expect(body.charges).toMatchObject([{ amount: 5 }]);
  });

  test('does not fall for an invoice that was due before there was one, nor once it is switched off', async () => {
    await bill(80);
    school.clock.now = Date.parse(`${dayOf(1)}T08:00:00Z`);
    admin = await school.signIn('admin');
    await settings(FEE);
    for (let day = 1; day <= 30; day++) await at(dayOf(day));
    expect([told(), await fees()]).toEqual([['Invoice N is still open'], []]);
    expect(textOf('still open')).not.toContain('late fee');
    sent = [];
    await school.db.deleteFrom('openaccounts').execute();
    school.clock.now = Date.UTC(2026, 8, 1, 14);
    admin = await school.signIn('admin');
    await settings({ amount: 9, afterdays: 7 });
    await school.db.updateTable('billingsettings').set({ latefeesince: school.clock.now }).execute();
    await bill(30);
    await at(dayOf(1));
    expect(textOf('still open')).toContain('late fee');
    admin = await school.signIn('admin');
    await settings(null);
    for (let day = 2; day <= 10; day++) await at(dayOf(day));
    expect(await fees()).toEqual([]);
  });

  test('does not fall where the mail did not go out', async () => {
    await settings(FEE);
    await bill(80);
    await school.db.updateTable('users').set({ email: null }).where('_id', '=', parent.user._id).execute();
    for (let day = 1; day <= 9; day++) await at(dayOf(day));
    expect(await fees()).toEqual([]);
    await school.db
      .updateTable('users')
      .set({ email: parent.email })
      .where('_id', '=', parent.user._id)
      .execute();
  });

  test('does not fall once the invoice is paid, though on the last day', async () => {
    await settings(FEE);
    await bill(80);
    for (let day = 1; day < 7; day++) await at(dayOf(day));
    await pay(80);
    for (let day = 7; day < 10; day++) await at(dayOf(day));
    expect(await fees()).toEqual([]);
  });

  test('is what the mail said, whatever the school changes after it', async () => {
    await settings({ amount: 5, afterdays: 1 });
    await bill(80);
    await at(dayOf(1));
    admin = await school.signIn('admin');
    await settings({ amount: 50, afterdays: 1 });
    await at(dayOf(2));
    expect(await fees()).toMatchObject([{ amount: 500, day: dayOf(2) }]);
  });

  test.each(['inside-debts', 'debts-looked-at'])('falls once where a worker dies at %s', async (point) => {
    await settings(FEE);
    await bill(80);
    for (let day = 1; day < 7; day++) await at(dayOf(day));
    school.clock.now = Date.parse(`${dayOf(7)}T12:00:00Z`);
    const checkpoint = (one: string) => {
      if (one === point) throw new Error('The process dies.');
    };
    await expect(workDebts({ ...working(), checkpoint })).rejects.toThrow('dies');
    school.clock.now += 60_000;
    await Promise.all([workDebts(working()), workDebts(working()), workDebts(working())]);
    await at(dayOf(8));
    expect(await fees()).toHaveLength(1);
  });

  test('falls for the account that an invoice goes to by a merge, and for none that was erased', async () => {
    await settings(FEE);
    const other = await school.signIn('student');
    await bill(80, other);
    const gone = await school.signIn('student');
    await bill(30, gone);
    await at(dayOf(1));
    admin = await school.signIn('admin');
    const merging = { keep: parent.user._id, drop: other.user._id };
    const merged = await admin.call('POST', '/families/merge', merging);
    expect(merged.status, merged.body.code).toBe(200);
    await eraseAccount(school.db, school.erasing, { uid: gone.claims.uid, now: school.clock.now });
    for (let day = 2; day <= 9; day++) await at(dayOf(day));
    expect([(await fees()).length, (await fees(other)).length]).toEqual([1, 0]);
    const all = await school.db
      .selectFrom('charges')
      .select('userid')
      .where('kind', '=', 'latefee')
      .where('day', '>=', dayOf(1))
      .execute();
    expect(all.filter(({ userid }) => userid === null)).toEqual([]);
  });

  test('is not asked of a family that the school owes more', async () => {
    await settings(FEE);
    const childid = await addChildBy(parent, { firstname: 'Ada', lastname: 'Lee' });
    expect(childid).toBeTruthy();
    await bill(20);
    await pay(100);
    for (let day = 1; day <= 9; day++) await at(dayOf(day));
    expect([told(), await fees()]).toEqual([[], []]);
  });
});

describe('families that have not paid in time', () => {
  const listed = async () => {
    admin = await school.signIn('admin');
    const { items } = (await admin.call('GET', '/debtors')).body;
    return items.find(({ userid }: { userid: string }) => userid === parent.user._id);
  };
  const remind = async (of: string, more = '', by?: Person) => {
    admin = await school.signIn('admin');
    return (by ?? admin).call('POST', `/debtors/${parent.user._id}/reminders${more}`, { key: of });
  };

  test('are listed in parts, each once, though one pays between two of them', async () => {
    const others = await Promise.all([1, 2, 3, 4].map(() => school.signIn('student')));
    for (const other of others) await bill(20, other);
    await bill(80);
    school.clock.now = Date.parse(`${dayOf(1)}T12:00:00Z`);
    admin = await school.signIn('admin');
    const part = async (query: string) => {
      const { status, body } = await admin.call('GET', `/debtors?${query}`);
      expect(status).toBe(200);
      return body.items as { userid: string; since: string }[];
    };
    const all = await part('');
    expect(all.length).toBeGreaterThanOrEqual(5);
    expect(await part('limit=2')).toEqual(all.slice(0, 2));
    const [, second, third] = all;
    const place = `${second?.since}.${second?.userid}`;
    expect(await part(`limit=2&after=${place}`)).toEqual(all.slice(2, 4));
    const paying = [...others, parent].find(({ user }) => user._id === second?.userid);
    if (!paying) throw new Error('The second family is one of these.');
    const body = { kind: 'cash', amount: paying === parent ? 80 : 20, day: FIRST, key: `p${++key}` };
    office = await school.signIn('office');
    expect((await office.call('POST', '/movements', { ...body, userid: second?.userid })).status).toBe(200);
    expect((await part(`limit=1&after=${place}`))[0]?.userid).toBe(third?.userid);
    expect((await admin.call('GET', '/debtors?limit=201')).status).toBe(400);
  });

  test('are listed with invoices past their day and places that are owed, but not with what is not due', async () => {
    await bill(80);
    await pay(30);
    expect(await listed()).toBeUndefined();
    const owedOf = async () => (await office.call('GET', `/families/${parent.user._id}`)).body.owed;
    expect(await owedOf()).toBe(50);
    const childid = await addChildBy(parent, { firstname: 'Ada', lastname: 'Lee' });
    const { _id: classid } = await school.addClass({ classname: 'Cello', price: 6000 });
    const place = { classid, learnerid: childid, pay: 'due' };
    expect((await office.call('POST', '/enrolments', place)).status).toBe(200);
    expect(await listed()).toMatchObject({
      owed: 60,
      since: FIRST,
      balance: 110,
      items: [{ kind: 'place', classname: 'Cello', learnername: 'Ada Lee', day: FIRST, amount: 60 }],
    });
    await at(dayOf(1));
    expect(await listed()).toMatchObject({
      owed: 110,
      since: FIRST,
      items: [{ kind: 'place' }, { kind: 'invoice', day: dayOf(0), amount: 50 }],
      remindedat: expect.any(String),
    });
    const csv = await school.app.inject({
      url: '/api/reports/debtors.csv?headings=names',
      headers: { authorization: `Bearer ${await admin.issue()}` },
    });
    const rows = csv.body.split(/\r?\n/).filter((line) => /,(invoice|place),/.test(line));
    expect(rows.filter((line) => /,60.*,place,/.test(line) && line.includes('Cello, Ada Lee'))).toHaveLength(
      1,
    );
    expect(
      rows.filter((line) => line.startsWith(`${dayOf(0)},20`) && /,50.*,invoice,/.test(line)),
    ).toHaveLength(1);
    await pay(110);
    expect(await listed()).toBeUndefined();
    expect(await owedOf()).toBe(0);
  });

  test('get the reminder that the admin has read, in their language, once a day and key', async () => {
    await school.db.updateTable('school').set({ languages: '["en","de","fr"]' }).execute();
    school.changed(['school']);
    await school.db.updateTable('users').set({ language: 'fr' }).where('_id', '=', parent.user._id).execute();
    await bill(80);
    await at(dayOf(2));
    const dry = await remind('a', '?dry=1');
    expect(dry.body).toMatchObject({ owed: 80, mail: { subject: 'Petit rappel de ce qui reste à régler' } });
    expect(sent.some(({ subject }) => subject.includes('Petit rappel'))).toBe(false);
    const first = await remind('a');
    expect(first.body).toMatchObject({ insertedId: expect.any(String), owed: 80 });
    expect((await remind('a')).body).toEqual(first.body);
    const again = await remind('b');
    expect([again.status, again.body.code]).toEqual([409, 'reminded-already']);
    while ((await sendDueMails(outbox())) > 0);
    const mails = sent.filter(({ subject }) => subject.includes('Petit rappel'));
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toBe(dry.body.mail.text);
    expect((await listed())?.remindedat).toBe(new Date(school.clock.now).toISOString());
    await at(dayOf(3));
    expect((await Promise.all([remind('c'), remind('d')])).map(({ status }) => status).sort()).toEqual([
      200, 409,
    ]);
    await school.db.updateTable('school').set({ languages: null }).execute();
    school.changed(['school']);
  });

  test('are not reminded where nothing is owed any more, nor where it is paid before the mail goes', async () => {
    await bill(80);
    expect((await remind('e')).body.code).toBe('nothing-owed');
    await at(dayOf(2));
    expect((await remind('f')).status).toBe(200);
    await pay(80);
    while ((await sendDueMails(outbox())) > 0);
    expect(sent.filter(({ subject }) => subject.includes('friendly reminder'))).toEqual([]);
    expect((await remind('g')).body.code).toBe('nothing-owed');
    expect((await admin.call('POST', '/debtors/unknown/reminders', { key: 'h' })).body.code).toBe(
      'user-not-found',
    );
  });

  test('are for admins alone', async () => {
    for (const person of [office, parent]) {
      expect((await person.call('GET', '/debtors')).status).toBe(403);
      expect((await remind('i', '', person)).status).toBe(403);
      expect((await person.call('GET', '/reports/debtors.csv')).status).toBe(403);
    }
  });
});
