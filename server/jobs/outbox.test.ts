import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { formatsOf } from '#contract/formats.ts';
import { HOLD_MS } from '#contract/payments/calls.ts';
import { schoolTables } from '#server/database/migrations/index.ts';
import { migrate, type OpenDatabase } from '#server/database/open.ts';
import type { Database, Row } from '#server/database/schema.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { insertRows, openFirstRelease } from '#tests/support/old-tables.ts';
import { start } from '#tests/support/pay.ts';
import { openTestSchool, type TestSchool } from '#tests/support/school.ts';
import { seatsOf } from '#tests/support/seats.ts';
import { leasesOf } from './leases.ts';
import { keepLetter, type Letter, type Said, SCHOOL, say } from './letter.ts';
import { UNKNOWN_WORDS } from './mail-faults.ts';
import { deleteOldMails, insertMail } from './outbox.ts';
import type { Letterhead } from './render-letter.ts';
import type { Mail } from './send-due-mails.ts';
import { LEASE_MS, type Outbox, sendDueMails } from './send-due-mails.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const HEAD: Letterhead = {
  origin: 'https://school.example',
  name: 'Cadenza',
  address: [],
  colour: '#5b2a6e',
  formats: formatsOf({ timezone: 'UTC', currency: 'usd' }),
};

describe('the outbox', () => {
  let records: OpenDatabase<Database>;
  let sent: Mail[];
  let clock: { now: number };
  let outbox: Outbox;
  let head: Letterhead;
  beforeAll(async () => {
    records = await openTestDatabase();
    await migrate(records.db, schoolTables);
  });
  beforeEach(() => {
    sent = [];
    head = HEAD;
    clock = { now: Date.UTC(2026, 8, 1) };
    outbox = {
      db: records.db,
      now: () => clock.now,
      lease: leasesOf('test'),
      send: async (mail) => {
        sent.push(mail);
        return '250 OK';
      },
      letterhead: async () => head,
      makeFile: async ({ invoice }) => ({ filename: `${invoice}.pdf`, content: Buffer.from('%PDF') }),
      sayOwed: async (letter) => letter,
      logError: () => {},
    };
  });
  afterEach(() => records.db.deleteFrom('mails').execute());
  afterAll(() => records.close());

  const MAIL = { kind: 'seat-offered', ref: 'entry-1', recipient: 'ana@test.example', subject: 'A seat' };
  const letter: Letter = {
    reader: 'account',
    paragraphs: [['Look at ', SCHOOL, ': ', { path: '/classes' }]],
  };
  const insert = (fields: Partial<Parameters<typeof insertMail>[1]> = {}) =>
    insertMail(records.db, { ...MAIL, letter, now: clock.now, ...fields });
  const rows = () =>
    records.db.selectFrom('mails').selectAll().orderBy('ref').execute() as Promise<
      [Row<'mails'>, ...Row<'mails'>[]]
    >;
  const failing = async () => {
    throw new Error('450 try later');
  };

  test('sends a mail once, with the address and name that the school has then, and keeps its text no longer', async () => {
    await insert();
    head = { ...HEAD, name: 'Harmony & Sons' };
    expect(await sendDueMails(outbox)).toBe(1);
    expect(sent).toMatchObject([
      {
        to: 'ana@test.example',
        sender: 'Harmony & Sons',
        subject: 'A seat',
        text: expect.stringMatching(
          /^Look at Harmony & Sons: https:\/\/school.example\/classes\n\n-- \nHarmony & Sons\n/,
        ),
        html: expect.stringContaining('Look at Harmony &amp; Sons: <a href="https://school.example/classes"'),
      },
    ]);
    expect(await sendDueMails(outbox)).toBe(0);
    expect(await rows()).toMatchObject([{ sentat: clock.now, workat: null, letter: null }]);
  });

  test('keeps the subject as it was read, each in its own language', async () => {
    const subject = say('identity.mail_confirm', { school: 'Cadenza' });
    await insert({ subject, letter: { ...letter, language: 'de' } });
    await insert({ subject, ref: 'entry-2', letter: { ...letter, language: 'fr' } });
    await insert({ subject, ref: 'entry-3' });
    await sendDueMails(outbox);
    const subjects = (await rows()).map((row) => row.subject);
    expect(subjects).toEqual(sent.map((mail) => mail.subject));
    expect(new Set(subjects).size).toBe(3);
  });

  test('says the same thing to the same person once, also after it was sent', async () => {
    await insert();
    await sendDueMails(outbox);
    await insert();
    await insert({ recipient: 'ben@test.example' });
    await insert({ ref: 'entry-2' });
    await sendDueMails(outbox);
    expect(sent).toHaveLength(3);
  });

  test('has nothing of a transaction that was rolled back', async () => {
    const rolledBack = records.db.transaction().execute(async (tx) => {
      await insertMail(tx, { ...MAIL, letter, now: clock.now });
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    expect(await rows()).toEqual([]);
  });

  test.each([
    'x@test.example,victim@test.example',
    'x@test.example;victim@test.example',
    'x@test.example\nBcc: victim@test.example',
    'x@test.example\r\n',
    '(c)victim@test.example',
    'Ana <victim@test.example>',
    '"a b"@test.example',
    'http://evil.example/@test.example:8080',
    '',
  ])('does not take %j for an address', async (recipient) => {
    expect(await insert({ recipient })).toBe(false);
    expect(await rows()).toEqual([]);
  });

  test('tries again after 1, 5 and 30 minutes, then every hour, and gives up after a day: the reason stays, and what opens no account', async () => {
    await insert();
    await insert({ ref: 'way-in', letter: { ...letter, opensAccount: true } });
    const moments: number[] = [];
    const [first] = await rows();
    const createdat = clock.now;
    outbox.send = ({ id }) => {
      if (id.includes(first?._id ?? 'none')) moments.push((clock.now - createdat) / MINUTE_MS);
      return failing();
    };
    for (; clock.now < createdat + 2 * DAY_MS; clock.now += MINUTE_MS) await sendDueMails(outbox);
    expect(moments.slice(0, 6)).toEqual([0, 1, 6, 36, 96, 156]);
    expect(moments.at(-1)).toBeLessThanOrEqual(24 * 60);
    const givenUp = { workat: null, sentat: null, lasterror: '450 try later' };
    expect(await rows()).toMatchObject([
      { ...givenUp, ref: 'entry-1', letter: keepLetter(letter) },
      { ...givenUp, ref: 'way-in', letter: null },
    ]);
  });

  test('does not send what is of no use any more, and keeps no link of it', async () => {
    await insert({ validuntil: clock.now + 10 * MINUTE_MS });
    outbox.send = failing;
    for (let minute = 0; minute < 10; minute++, clock.now += MINUTE_MS) await sendDueMails(outbox);
    expect(await rows()).toMatchObject([
      { workat: null, sentat: null, lasterror: '450 try later', letter: null },
    ]);

    await insert({ ref: 'slept', validuntil: clock.now + MINUTE_MS });
    clock.now += MINUTE_MS;
    outbox.send = async (mail) => {
      sent.push(mail);
      return '250 OK';
    };
    await sendDueMails(outbox);
    expect(sent).toEqual([]);
  });

  test('of two processes one sends a mail', async () => {
    for (let i = 0; i < 20; i++) await insert({ ref: `race-${i}` });
    const work = async () => {
      while ((await sendDueMails(outbox)) > 0);
    };
    await Promise.all([work(), work(), work()]);
    expect(new Set(sent.map(({ id }) => id)).size).toBe(20);
    expect(sent).toHaveLength(20);
  });

  test('a mail whose process died over it is sent by another after the lease, under the same Message-ID', async () => {
    await insert();
    let died: Mail | undefined;
    void sendDueMails({
      ...outbox,
      send: (mail) => {
        died = mail;
        return new Promise(() => {});
      },
    });
    await expect.poll(() => died).toBeDefined();
    clock.now += LEASE_MS - 1;
    await sendDueMails(outbox);
    expect(sent).toEqual([]);
    clock.now += 1;
    await sendDueMails(outbox);
    expect(sent).toEqual([died]);
    expect(died?.id).toMatch(/^<[\w-]+@school\.example>$/);
  });

  test('a mail that one recipient cannot get holds up nobody else', async () => {
    for (const name of ['full', 'ben', 'cem']) await insert({ recipient: `${name}@test.example` });
    outbox.send = async (mail) => {
      if (mail.to.startsWith('full')) throw new Error('552 mailbox full');
      sent.push(mail);
      return '250 OK';
    };
    await sendDueMails(outbox);
    expect(sent.map(({ to }) => to).sort()).toEqual(['ben@test.example', 'cem@test.example']);
  });

  test('a mail that says what this version does not know waits for one that does, and tells the office', async () => {
    const unknown = { say: 'mails.of_the_next_version' } as unknown as Said;
    const words = ['subject', 'paragraph', 'inside'].map((ref) => ({
      ref,
      letter: {
        ...letter,
        paragraphs: [
          ref === 'paragraph' ? unknown : say('mails.quoted', { text: ref === 'inside' ? unknown : '' }),
        ],
      },
    }));
    for (const { ref, letter } of words)
      await insert({ ref, letter, ...(ref === 'subject' && { subject: unknown }) });
    await insert({ ref: 'known' });
    expect(await sendDueMails(outbox)).toBe(4);
    expect(sent.map(({ subject }) => subject)).toEqual(['A seat']);
    const failed = (await rows()).filter(({ ref }) => ref !== 'known');
    for (const row of failed)
      expect(row).toMatchObject({ sentat: null, workat: clock.now + MINUTE_MS, lasterror: UNKNOWN_WORDS });
    expect(failed).toHaveLength(3);
  });

  test('asks for the school once for a mail', async () => {
    await insert();
    let asked = 0;
    outbox.letterhead = async () => {
      asked += 1;
      return head;
    };
    await sendDueMails(outbox);
    expect([sent.length, asked]).toEqual([1, 1]);
  });

  test('what runs out is sent before all that waits longer', async () => {
    for (let i = 0; i < 12; i++) await insert({ ref: `news-${i}`, kind: 'class-changed' });
    clock.now += MINUTE_MS;
    await insert({ ref: 'link', kind: 'PASSWORD_RESET', validuntil: clock.now + DAY_MS });
    await insert({ ref: 'later', dueat: clock.now + 1, validuntil: clock.now + DAY_MS });
    expect(await sendDueMails(outbox)).toBe(5);
    const sentRefs = async () => (await rows()).filter(({ sentat }) => sentat !== null).map(({ ref }) => ref);
    expect(await sentRefs()).toContain('link');
    expect(await sentRefs()).not.toContain('later');
    while ((await sendDueMails(outbox)) > 0);
    expect(sent).toHaveLength(13);
  });

  test('waits for the next turn while the database cannot be written', async () => {
    await insert();
    const { db, dialect } = records;
    if (dialect === 'sqlite')
      await sql`create trigger refused before update on mails begin select raise(abort, 'no'); end`.execute(
        db,
      );
    else await sql`alter table mails add constraint refused check (attempts = 0)`.execute(db);
    const errors: unknown[] = [];
    outbox.logError = (error) => errors.push(error);
    expect(await sendDueMails(outbox)).toBe(0);
    expect([sent.length, errors.length]).toEqual([0, 1]);
    if (dialect === 'sqlite') await sql`drop trigger refused`.execute(db);
    else await sql`alter table mails drop constraint refused`.execute(db);
    expect(await sendDueMails(outbox)).toBe(1);
    expect(sent).toHaveLength(1);
  });

  test('is forgotten after three months, but never while something is due', async () => {
    await insert();
    await sendDueMails(outbox);
    await insert({ ref: 'entry-2' });
    clock.now += 91 * DAY_MS;
    await deleteOldMails(records.db, clock.now);
    expect(await rows()).toMatchObject([{ ref: 'entry-2' }]);
  });
});

test('an offer of 0.1.0 whose mail was not yet sent gets it from the outbox', async () => {
  const { db, close } = await openFirstRelease();
  const classid = 'class-1';
  await insertRows(db, 'classes', [
    {
      _id: classid,
      classname: 'Oboe',
      image: '',
      price: 1,
      instructorname: '',
      instructoremail: '',
      availableseat: 0,
      heldseats: 2,
      enrolledstudents: 0,
      capacity: 2,
      status: 'approved',
      feedback: null,
      level: 'Beginner',
      group: 'Kids',
      description: '',
      createdat: 0,
      deletedat: null,
    },
  ]);
  const entry = (id: string, mailat: number | null) => ({
    _id: id,
    classid,
    email: `${id}@test.example`,
    state: 'offered',
    offeruntil: DAY_MS,
    mailat,
    orderid: null,
    createdat: 0,
  });
  await insertRows(db, 'waitlist', [entry('told', null), entry('untold', 5)]);
  await migrate(db, schoolTables);
  const sent: Mail[] = [];
  await sendDueMails({
    db,
    now: () => 10,
    lease: leasesOf('test'),
    send: async (mail) => {
      sent.push(mail);
      return '250 OK';
    },
    letterhead: async () => HEAD,
    makeFile: () => Promise.reject(new Error('None has a file.')),
    sayOwed: async (letter) => letter,
    logError: () => {},
  });
  expect(sent).toMatchObject([
    {
      to: 'untold@test.example',
      subject: 'A seat is free in Oboe',
      text: expect.stringContaining('https://school.example/student/class/payment/class-1'),
    },
  ]);
  await close();
});

describe('in a school', () => {
  let school: TestSchool;
  afterEach(() => school.close());

  test('a link that opens an account is in the database only until its mail has left', async () => {
    school = await openTestSchool();
    const identity = (name: string, body: object) =>
      school.app.inject({
        method: 'POST',
        url: `/identitytoolkit.googleapis.com/v1/accounts:${name}?key=cadenza-web`,
        payload: body,
      });
    const email = 'ana@test.example';
    await identity('signUp', { email, password: 'Practice!1', returnSecureToken: true });
    expect((await identity('sendOobCode', { requestType: 'PASSWORD_RESET', email })).statusCode).toBe(200);
    const mails = () => school.db.selectFrom('mails').selectAll().execute();
    const [written] = await mails();
    const code = /oobCode=([\w-]+)/.exec(written?.letter ?? '')?.[1] ?? 'none';
    await school.work();
    const folder = join(school.config.dataDir, 'outbox');
    const [file = ''] = readdirSync(folder);
    expect(readFileSync(join(folder, file), 'utf8').replaceAll('=\r\n', '')).toContain(code);
    expect(JSON.stringify(await mails())).not.toContain(code);
    expect(await mails()).toMatchObject([{ kind: 'PASSWORD_RESET', recipient: email, attempts: 1 }]);
  });

  test('an account that is deleted at the identity service leaves no mail of its own that is still to be sent', async () => {
    school = await openTestSchool();
    const identity = async (name: string, body: object) => {
      const url = `/identitytoolkit.googleapis.com/v1/accounts:${name}?key=cadenza-web`;
      return (await school.app.inject({ method: 'POST', url, payload: body })).json();
    };
    const other = 'bea@test.example';
    await identity('signUp', { email: other, password: 'Practice!1' });
    const email = 'ana@test.example';
    const { idToken } = await identity('signUp', { email, password: 'Practice!1' });
    await identity('sendOobCode', { requestType: 'PASSWORD_RESET', email });
    await school.work();
    await identity('sendOobCode', { requestType: 'PASSWORD_RESET', email: other });
    await identity('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken });
    const change = { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken };
    await identity('sendOobCode', { ...change, newEmail: 'new@test.example' });
    await identity('delete', { idToken });
    const mails = await school.db.selectFrom('mails').selectAll().orderBy('recipient').execute();
    expect(mails.map(({ recipient, kind, sentat }) => [recipient, kind, sentat !== null])).toEqual([
      [email, 'PASSWORD_RESET', true],
      [other, 'PASSWORD_RESET', false],
    ]);
  });

  test('a mail server that says nothing stops no hold from running out', async () => {
    const silent = createServer();
    const connected = new Promise<Socket>((resolve) => silent.once('connection', resolve));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as { port: number };
    school = await openTestSchool({
      env: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'office@test.example' },
    });
    const { _id } = await school.addClass({ availableseat: 1 });
    await start(await school.signIn('student'), _id);
    const mail = { kind: 'test', ref: '1', recipient: 'ana@test.example', subject: '' };
    const letter = { reader: 'account', paragraphs: [] } as const;
    await insertMail(school.db, { ...mail, letter, now: school.clock.now });
    school.startWorkers();
    const socket = await connected;
    school.clock.now += HOLD_MS;
    // Far sooner than the mail server is given up.
    await expect
      .poll(() => seatsOf(school.db, _id), { timeout: 9000 })
      .toEqual({ free: 1, held: 0, taken: 0 });
    socket.destroy();
    silent.close();
  });
});
