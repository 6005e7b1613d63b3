import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FailedMail } from '#contract/mails/calls.ts';
import { siteOf } from '#server/config/site.ts';
import { DEMO_SCHOOL } from '#server/database/seed/school.ts';
import { SCHOOL } from '#server/jobs/letter.ts';
import { insertMail } from '#server/jobs/outbox.ts';
import { renderLetter } from '#server/jobs/render-letter.ts';
import { LEASE_MS } from '#server/jobs/send-due-mails.ts';
import { letterheadOf } from '#server/services/mail.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
let school: TestSchool;
let admin: Person;

beforeEach(async () => {
  // Nothing listens there.
  school = await openTestSchool({
    env: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'office@test.example' },
  });
  admin = await school.signIn('admin');
});
afterEach(() => school.close({ typed: ['Welcome', 'About Violin', 'About Cello'] }));

const write = (ref: string, more: Partial<Parameters<typeof insertMail>[1]> = {}) =>
  insertMail(school.db, {
    kind: 'enrolled',
    ref,
    recipient: 'ana@test.example',
    subject: `About ${ref}`,
    letter: { reader: 'student', paragraphs: ['Welcome'] },
    now: school.clock.now,
    ...more,
  });
/** The whole list, which is what a page of it shows. */
async function failed(): Promise<FailedMail[]> {
  const { body } = await admin.call('GET', '/mails/failed');
  expect((await admin.call('GET', '/mails/failed/page')).body.items).toEqual(body);
  return body;
}
const failing = async () => (await admin.call('GET', '/reports/overview')).body.failedmails;
const retry = (id: string) => admin.call('POST', `/mails/${id}/retry`);
const logged = async () =>
  (await admin.call('GET', '/changes?about=mail')).body.items.map(
    ({ action, subjectname, actorname }: Record<string, string>) => `${actorname}: ${action} ${subjectname}`,
  );

/** What has failed for a day is given up at the next attempt. */
async function giveUp() {
  await school.work();
  school.clock.now += DAY_MS;
  await school.work();
}

test('what was given up is listed with its reason, sent again at an admin’s word, and then for a day by itself', async () => {
  await write('Violin');
  await school.work();
  expect(await failed()).toMatchObject([
    {
      kind: 'enrolled',
      recipient: 'ana@test.example',
      subject: 'About Violin',
      error: expect.stringContaining('ECONNREFUSED'),
      attempts: 1,
      nextat: new Date(school.clock.now + MINUTE_MS).toISOString(),
      isretryable: true,
    },
  ]);
  expect(await failing()).toBe(0);
  await giveUp();
  const [mail] = await failed();
  expect(mail).toMatchObject({ nextat: null, isretryable: true });
  expect(await failing()).toBe(1);

  expect(await retry(mail?._id ?? '')).toMatchObject({ status: 200 });
  const due = new Date(school.clock.now).toISOString();
  expect(await failed()).toMatchObject([{ nextat: due, attempts: 0 }]);
  await school.work();
  expect(await failed()).toMatchObject([{ attempts: 1, nextat: expect.any(String) }]);
  expect(await logged()).toEqual([`${admin.user.name}: mail-retried About Violin`]);
  // The mail server is there again.
  await school.db
    .updateTable('mails')
    .set({ sentat: school.clock.now, workat: null, lasterror: null })
    .execute();
  expect(await failed()).toEqual([]);
  expect(await retry(mail?._id ?? '')).toMatchObject({ status: 404, body: { code: 'mail-not-found' } });
});

test('what opens an account, or is too late, cannot be sent again, and calls nobody’s attention', async () => {
  const letter = { reader: 'address', paragraphs: ['Here is your link'], opensAccount: true } as const;
  await write('link', { letter });
  await write('offer', { validuntil: school.clock.now + 90 * MINUTE_MS });
  await giveUp();
  const mails = await failed();
  expect(mails.map(({ isretryable }) => isretryable)).toEqual([false, false]);
  for (const { _id } of mails)
    expect(await retry(_id)).toMatchObject({ status: 409, body: { code: 'mail-not-kept' } });
  expect(await failing()).toBe(0);
  expect(await logged()).toEqual([]);
});

test('a mail that is being sent in this moment is not sent a second time by Retry', async () => {
  await write('Violin');
  await school.work();
  const [mail] = await failed();
  const workat = school.clock.now + LEASE_MS;
  await school.db
    .updateTable('mails')
    .set({ workat, lease: `another ${workat}` })
    .execute();
  expect(await retry(mail?._id ?? '')).toMatchObject({ status: 200 });
  expect(await failed()).toMatchObject([{ nextat: new Date(workat).toISOString(), attempts: 1 }]);
  expect(await logged()).toEqual([]);
});

test('ten clicks at once send a mail again once, and what was never sent is forgotten after three months', async () => {
  await write('Violin');
  await giveUp();
  const [mail] = await failed();
  await Promise.all(Array.from({ length: 10 }, () => retry(mail?._id ?? '')));
  expect(await logged()).toHaveLength(1);
  await giveUp();
  school.clock.now += 90 * DAY_MS;
  await school.work();
  expect(await failed()).toEqual([]);
});

test('a mail of a production school holds nothing of the demo', async () => {
  const real = await openTestSchool({
    env: {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://etude.example',
      SCHOOL_NAME: 'Etude',
      ADMIN_EMAIL: 'head@etude.example',
      ADMIN_PASSWORD: 'Very-Strong-Pass-1',
      CARD_SANDBOX: 'on',
      RATE_LIMIT_FACTOR: '10',
    },
  });
  const head = letterheadOf(await real.readSchool(), siteOf(real.config));
  expect(head).toMatchObject({ origin: 'https://etude.example', name: 'Etude', address: [] });
  const { text, html } = renderLetter(
    { reader: 'admin', paragraphs: [['Hello from ', SCHOOL]] },
    head,
    'Hello',
  );
  const { street, town, phone, email, tagline } = DEMO_SCHOOL;
  for (const fact of ['Cadenza', street, town, phone, email, tagline])
    expect(`${text}${html}`).not.toContain(fact);
  await real.close();
});
