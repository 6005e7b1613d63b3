import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { GoLiveCode } from '#contract/golive/calls.ts';
import { noteBackup } from '#server/database/settings/last-backup.ts';
import { openMailServer } from '#tests/support/mail-server.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

const DAY_MS = 24 * 60 * 60_000;
const REAL = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://school.example',
  ADMIN_EMAIL: 'head@school.example',
  ADMIN_PASSWORD: 'Quiet-oboe-7!',
  CARD_SANDBOX: 'on',
  RATE_LIMIT_FACTOR: '1',
  SCHOOL_NAME: 'Reed & Bow',
};

type Lines = Record<GoLiveCode, { done: boolean; sentence: string }>;

let school: TestSchool;
let admin: Person;

async function open(env: Record<string, string> = {}) {
  school = await openTestSchool({ env: { ...REAL, ...env } });
  admin = await school.signIn('admin');
}
async function lines(): Promise<Lines> {
  const { body } = await admin.call('GET', '/golive');
  return Object.fromEntries(body.map(({ code, ...line }: { code: string }) => [code, line])) as Lines;
}
/** What the school says of itself, past the screens. */
async function fillIn(row: object) {
  await school.call('GET', '/school');
  await school.db.updateTable('school').set(row).execute();
  school.changed(['school']);
}

afterEach(() => school.close());

describe('a real school that has just been started', () => {
  beforeEach(() => open());

  test('has everything still to do, and each line says what', async () => {
    const found = await lines();
    expect(Object.entries(found).filter(([, { done }]) => done)).toEqual([]);
    for (const { sentence } of Object.values(found)) expect(sentence).toMatch(/^[A-Z].*\.$/);
    expect(found.address.sentence).toContain('Its street, town, and country are missing');
    expect(found['card-events'].sentence).toContain('no real money');
  });

  test('each line is in the language of who reads it, whole', async () => {
    await fillIn({ languages: JSON.stringify(['en', 'de', 'fr']), country: 'Ireland' });
    const headers = { authorization: `Bearer ${admin.token}` };
    const read = async (language: string): Promise<string[]> => {
      const asked = { url: '/api/golive', headers: { ...headers, 'accept-language': language } };
      return (await school.app.inject(asked)).json().map(({ sentence }: { sentence: string }) => sentence);
    };
    const english = await read('en');
    const [german, french] = [await read('de'), await read('fr')];
    expect(german[0]).toMatch(/^Die Schule heißt Reed & Bow. Es fehlen noch die Straße und der Ort: /);
    expect(french[0]).toMatch(/^L’école s’appelle Reed & Bow. Il manque encore la rue et la ville\u00a0: /);
    expect([...german, ...french].filter((sentence) => english.includes(sentence))).toEqual([]);
    const { payload } = await school.app.inject({
      ...{ method: 'POST', url: '/api/golive/mail' },
      headers: { ...headers, 'accept-language': 'de' },
    });
    expect(payload).toContain('Dieser Server sendet keine E-Mails');
  });

  test('a line is done once what it asks for is there, and open again once it is gone', async () => {
    await fillIn({ street: '4 Harbour Row', town: 'Galway', email: 'office@school.example' });
    expect(await lines()).toMatchObject({ address: { done: false }, contact: { done: true } });
    await fillIn({ country: 'Ireland', timezone: 'Europe/Dublin' });
    expect(await lines()).toMatchObject({
      address: { done: true, sentence: 'Reed & Bow, 4 Harbour Row, Galway, Ireland.' },
      timezone: { done: true },
    });

    await admin.call('PUT', '/texts/privacy', { markdown: 'We keep your name.', version: 0 });
    expect((await lines()).privacy.done).toBe(true);
    await admin.call('PUT', '/texts/privacy', { markdown: '', version: 1 });
    expect((await lines()).privacy.done).toBe(false);

    const { _id } = await school.addClass({ status: 'pending' });
    expect((await lines()).class.done).toBe(false);
    await admin.call('PUT', `/class/approved/${_id}`);
    expect((await lines()).class.done).toBe(true);
    await admin.call('DELETE', `/delete/${_id}`);
    expect((await lines()).class.done).toBe(false);
  });

  test('a backup counts for a week', async () => {
    await noteBackup(school.db, school.clock.now);
    expect((await lines()).backup).toEqual({
      done: true,
      sentence: 'The latest backup was made on 1 September 2026.',
    });
    school.clock.now += 7 * DAY_MS;
    const { done, sentence } = (await lines()).backup;
    expect([done, sentence]).toEqual([false, expect.stringContaining('more than a week ago')]);
  });

  test('without a mail server there is nothing to test, and the line says who can help', async () => {
    const { body } = await admin.call('POST', '/golive/mail');
    expect(body).toEqual({ done: false, sentence: expect.stringContaining('SMTP_URL') });
    expect((await lines()).sender).toEqual(body);
  });

  test('card events are seen once the provider has told of one with a valid signature', async () => {
    const student = await school.signIn('student');
    const { _id } = await school.addClass();
    const forged = { method: 'POST', url: '/api/stripe/webhook', payload: '{}' } as const;
    expect(
      (await school.app.inject({ ...forged, headers: { 'stripe-signature': 't=1,v1=0' } })).statusCode,
    ).toBe(400);
    expect((await lines())['card-events'].done).toBe(false);
    await student.call('POST', '/create-payment-intent', { price: 60, classid: _id });
    school.clock.now += DAY_MS;
    for (let turn = 0; turn < 6; turn++) await school.work();
    const { done, sentence } = (await lines())['card-events'];
    expect([done, sentence]).toEqual([true, expect.stringContaining('no real money')]);
  });
});

describe('with a mail server', () => {
  let server: Awaited<ReturnType<typeof openMailServer>>;
  beforeEach(async () => {
    server = await openMailServer();
    await open({ SMTP_URL: server.url, MAIL_FROM: 'office@school.example' });
  });
  afterEach(() => server.close());

  test('a mail goes to who asks, in the school’s dress, and its line is done', async () => {
    expect((await lines()).sender.done).toBe(false);
    const { body } = await admin.call('POST', '/golive/mail');
    expect(body.done).toBe(true);
    expect(body.sentence).toMatch(new RegExp(`^The mail server accepted an email for ${admin.email}: “250 `));
    expect(server.mails).toMatchObject([{ to: admin.email, subject: 'A test from Reed & Bow' }]);
    expect(server.mails[0]?.text).toContain('https://school.example/admin/start');
    expect((await lines()).sender).toMatchObject({ done: true });
  });

  test('what the server says against it is passed on, and proves nothing', async () => {
    server.refusal = '5.7.1 Sender\r\nrejected';
    const { body } = await admin.call('POST', '/golive/mail');
    expect(body.done).toBe(false);
    expect(body.sentence).toContain('5.7.1 Sender rejected');
    expect((await lines()).sender.done).toBe(false);
    await server.close();
    expect((await admin.call('POST', '/golive/mail')).body.sentence).toContain('ECONNREFUSED');
  });

  test('with other settings it has to be tried again, and nothing of them can be read in the records', async () => {
    const { openProofs } = await import('./proofs.ts');
    await admin.call('POST', '/golive/mail');
    const { config, db, clock } = school;
    const proofsWith = (mail: typeof config.mail) =>
      openProofs({ db, config: { ...config, mail }, now: () => clock.now });
    expect(await proofsWith(config.mail).read('mail')).toBe(clock.now);
    expect(await proofsWith({ ...config.mail, from: 'other@school.example' }).read('mail')).toBeUndefined();
    expect(await proofsWith({ ...config.mail, smtpUrl: undefined }).read('mail')).toBeUndefined();
    const kept = JSON.stringify(await db.selectFrom('settings').selectAll().execute());
    expect(kept).toContain('works-mail');
    expect(kept).not.toContain(new URL(server.url).port);
  });

  test('an admin tries it five times a minute', async () => {
    const statuses: number[] = [];
    for (let turn = 0; turn < 6; turn++) statuses.push((await admin.call('POST', '/golive/mail')).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    const other = await school.signIn('admin');
    expect((await other.call('POST', '/golive/mail')).status).toBe(200);
  });
});
