import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { type NewWebhook, WEBHOOKS_MAX, type WebhookMessage } from '#contract/webhooks/calls.ts';
import { transact } from '#server/database/transact.ts';
import { leasesOf } from '#server/jobs/leases.ts';
import { letLeave } from '#tests/support/leaving.ts';
import { enrol, record } from '#tests/support/pay.ts';
import { openReceiver } from '#tests/support/receiver.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { openAccounts } from '#tests/support/thief.ts';
import { deliveryJobs, RETRY_MS } from './deliver-messages.ts';
import { notifyWebhooksOfAll } from './notify-webhooks.ts';
import { findDueWebhooks } from './queries.ts';
import { signedHeaders } from './sign-message.ts';

/*
 * What the school's own programs are told whose webhooks were made before 0.3.0 (version 0), and what holds for all
 * webhooks: each thing once, in the transaction in which it happens, and signed.
 */

/** What could be chosen before 0.3.0. */
const EVENTS = [
  'enrolled',
  'cancelled',
  'moved',
  'refunded',
  'class.approved',
  'absence.noted',
  'register.saved',
  'person.erased',
];

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

let school: TestSchool;
let admin: Person;
let receiver: Awaited<ReturnType<typeof openReceiver>>;

beforeAll(async () => {
  school = await openTestSchool({ env: { WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' } });
  admin = await school.signIn('admin');
});
afterAll(() => school.close());
beforeEach(async () => {
  receiver = await openReceiver();
});
afterEach(async () => {
  for (const { _id } of (await admin.call('GET', '/webhooks')).body)
    await admin.call('DELETE', `/webhooks/${_id}`);
  await receiver.close();
});

async function addWebhook(events: readonly string[] = EVENTS, url = receiver.url): Promise<NewWebhook> {
  school.clock.now += 1;
  const { status, body } = await admin.call('POST', '/webhooks', { url, events });
  expect(status, JSON.stringify(body)).toBe(200);
  await makeOld(school);
  return body;
}

const makeOld = ({ db }: TestSchool) => db.updateTable('webhooks').set({ version: 0 }).execute();

const messages = async (webhook?: { _id: string }): Promise<WebhookMessage[]> =>
  (await admin.call('GET', `/webhooks/messages${webhook ? `?webhook=${webhook._id}` : ''}`)).body.items;
const told = () => receiver.received.map(({ body }) => JSON.parse(body));
const webhookOf = async ({ _id }: { _id: string }) =>
  (await admin.call('GET', '/webhooks')).body.find((one: { _id: string }) => one._id === _id);
const sendTest = async ({ _id }: { _id: string }): Promise<WebhookMessage> =>
  (await admin.call('POST', `/webhooks/${_id}/test`)).body;
const iso = (ms: number) => new Date(ms).toISOString();

describe('what is told', () => {
  test('an enrolment, its cancellation and its refund, each once, with ids and money and nobody’s name', async () => {
    const student = await school.signIn('student');
    const { _id: classid } = await school.addClass();
    const webhook = await addWebhook(['enrolled', 'cancelled', 'refunded']);
    const begun = school.clock.now;
    const { transactionId, enrolment } = await enrol(school, student, classid);
    // The browser tells of it again, and the card service tells of it too.
    await record(student, classid, transactionId);
    await school.work();
    await school.work();
    school.clock.now += 1000;
    const ended = school.clock.now;
    await student.call('POST', `/enrolments/${enrolment}/cancel`);
    await student.call('POST', `/enrolments/${enrolment}/cancel`);
    await school.work();
    await school.work();

    const { learnerid, user } = student;
    const money = { amount: 60, currency: 'usd' };
    const data = { enrolmentid: enrolment, classid, learnerid, userid: user._id, ...money };
    const refund = { ...data, refundid: expect.stringMatching(/^re_/), kind: 'refund' };
    expect(told().sort((one, other) => one.type.localeCompare(other.type))).toEqual([
      { type: 'cancelled', timestamp: iso(ended), data },
      { type: 'enrolled', timestamp: iso(begun), data },
      { type: 'refunded', timestamp: iso(ended), data: refund },
    ]);
    expect(JSON.stringify(receiver.received)).not.toContain(student.email);
    expect(await messages(webhook)).toHaveLength(3);
  });

  test('a free place that is taken', async () => {
    const free = await openTestSchool({
      env: { WEBHOOK_ALLOWED_HOSTS: '127.0.0.1', ENROLMENT_PRICE: 'class' },
    });
    const owner = await free.signIn('admin');
    await owner.call('POST', '/webhooks', { url: receiver.url, events: ['enrolled'] });
    await makeOld(free);
    const { _id } = await free.addClass({ price: 0 });
    await (await free.signIn('student')).call('POST', `/enrol/${_id}`);
    await free.work();
    expect(told()).toMatchObject([{ type: 'enrolled', data: { classid: _id, amount: 0 } }]);
    await free.close();
  });

  test('an approved class, each time it is approved', async () => {
    const { _id: classid, instructorid } = await school.addClass({ status: 'pending' });
    await addWebhook(['class.approved']);
    await admin.call('PUT', `/class/approved/${classid}`);
    await admin.call('PUT', `/class/approved/${classid}`);
    await school.work();
    expect(told()).toEqual([
      { type: 'class.approved', timestamp: iso(school.clock.now), data: { classid, instructorid } },
    ]);
  });

  test('what did not happen is not told: the message goes with the transaction', async () => {
    const student = await school.signIn('student');
    const { _id } = await school.addClass({ availableseat: 0, enrolledstudents: 1 });
    await addWebhook();
    await student.call('POST', '/create-payment-intent', { price: 60, classid: _id });
    expect(await messages()).toEqual([]);
  });

  test('an event to those alone that want it, and to all of them', async () => {
    const { _id } = await school.addClass({ status: 'pending' });
    const both = [await addWebhook(['class.approved']), await addWebhook(['enrolled', 'class.approved'])];
    const neither = await addWebhook(['enrolled']);
    await admin.call('PUT', `/class/approved/${_id}`);
    expect((await messages()).map(({ webhookid }) => webhookid).sort()).toEqual(
      both.map((webhook) => webhook._id).sort(),
    );
    expect(await messages(neither)).toEqual([]);
  });
});

describe('a person who is erased', () => {
  test('is told of last; what was sent of them is gone, and what waits goes when it was sent', async () => {
    const webhook = await addWebhook();
    const accounts = openAccounts(school);
    const { email, idToken, token } = await accounts.signIn('erased@test.example', { call: 'signUp' });
    const user = await school.db
      .selectFrom('users')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    const student = await school.signInAs({ ...user, uid: user.uid ?? '' });
    await enrol(school, student, (await school.addClass())._id);
    await school.work();
    expect((await messages(webhook)).map(({ event }) => event)).toEqual(['enrolled']);

    const erased = await school.app.inject({
      method: 'DELETE',
      url: '/api/account',
      headers: { authorization: `Bearer ${idToken}` },
    });
    expect(erased.statusCode, token).toBe(200);
    const events = async () => (await messages(webhook)).map(({ event }) => event).sort();
    await letLeave(school);
    await school.work();
    const types = told().map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(['enrolled', 'cancelled', 'refunded', 'person.erased']));
    const last = told().find(({ type }) => type === 'person.erased');
    expect(last.data).toEqual({ userid: user._id, learnerid: student.learnerid });
    // Of the refund the books know no account any more.
    expect(await events()).toEqual(['person.erased', 'refunded']);
    expect(told().find(({ type }) => type === 'refunded').data.userid).toBeNull();
  });
});

/** As a receiver computes it by the Standard Webhooks specification. */
const signatureOf = (secret: string, content: string) =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
    .update(content)
    .digest('base64')}`;

describe('a message', () => {
  test('has the signature that the libraries for receivers give to their example', () => {
    const example = {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      body: '{"test": 2432232314}',
      now: 1_614_265_330_000,
    };
    expect(signedHeaders(example, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')).toEqual({
      'webhook-id': example.id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  test('is signed with its own secret as the specification says', async () => {
    const { secret, _id } = await addWebhook();
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    const { _id: id } = await sendTest({ _id });
    await school.work();
    const { headers, body } = receiver.received[0] ?? { headers: {}, body: '' };
    expect(headers['webhook-id']).toBe(id);
    expect(id).not.toContain('.');
    expect(JSON.parse(body)).toMatchObject({ type: 'test', data: { webhookid: _id } });
    const timestamp = String(Math.floor(school.clock.now / 1000));
    expect(headers['webhook-timestamp']).toBe(timestamp);
    expect(headers['webhook-signature']).toBe(signatureOf(secret, `${id}.${timestamp}.${body}`));
  });

  test('is in the log with what was sent and what was answered, and what it is signed with is in no list', async () => {
    const webhook = await addWebhook();
    receiver.respond = (response) => void response.writeHead(500).end('Our fault.');
    const { _id } = await sendTest(webhook);
    await school.work();
    const [message] = await messages(webhook);
    expect(message).toMatchObject({ _id, event: 'test', attempts: 1, status: 500, sentat: null });
    expect(message?.problem).toBe('It did not take the message.');
    expect(JSON.parse(message?.body ?? '')).toEqual(told()[0]);
    expect(JSON.stringify([await messages(), await admin.call('GET', '/webhooks')])).not.toContain(
      webhook.secret,
    );
  });

  test('says why it did not arrive in the language of who reads it, or as an earlier version kept it', async () => {
    const webhook = await addWebhook();
    receiver.respond = (response) => void response.writeHead(500).end();
    await sendTest(webhook);
    await school.work();
    const { version } = (await admin.call('GET', '/school')).body;
    await admin.call('PUT', '/school', { languages: ['en', 'de'], version });
    const problemIn = async (language: string) => {
      const headers = { authorization: `Bearer ${admin.token}`, 'accept-language': language };
      const url = `/api/webhooks/messages?webhook=${webhook._id}`;
      return (await school.app.inject({ url, headers })).json().items[0].problem;
    };
    expect(await problemIn('en')).toBe('It did not take the message.');
    expect(await problemIn('de')).toBe('Die Nachricht wurde nicht angenommen.');
    await school.db.updateTable('webhookmessages').set({ problem: 'Nothing listens there.' }).execute();
    expect(await problemIn('de')).toBe('Nothing listens there.');
  });

  test('that was not taken is tried again on the schedule, under the same id, for three days', async () => {
    const webhook = await addWebhook();
    receiver.respond = (response) => void response.writeHead(503).end();
    await sendTest(webhook);
    for (const retryMs of RETRY_MS) {
      await school.work();
      const [message] = await messages(webhook);
      const wait = Date.parse(message?.nextat ?? '') - school.clock.now;
      expect(wait).toBeGreaterThanOrEqual(retryMs);
      expect(wait).toBeLessThanOrEqual(retryMs * 1.2);
      school.clock.now += wait - 1;
      await school.work();
      expect((await messages(webhook))[0]?.attempts).toBe(message?.attempts);
      school.clock.now += 1;
      if ((await webhookOf(webhook)).stoppedat) break;
      // What fails for three days stops the webhook, which is another test's.
      await school.db.updateTable('webhooks').set({ failingsince: school.clock.now }).execute();
    }
    await school.work();
    expect((await messages(webhook))[0]).toMatchObject({ attempts: RETRY_MS.length + 1, nextat: null });
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  test('is sent again when an admin asks for it, under the same id', async () => {
    const webhook = await addWebhook();
    const { _id } = await sendTest(webhook);
    await school.work();
    expect((await messages(webhook))[0]).toMatchObject({
      status: 204,
      sentat: iso(school.clock.now),
      nextat: null,
    });
    expect((await admin.call('POST', `/webhooks/messages/${_id}/resend`)).body).toEqual({ modifiedCount: 1 });
    await school.work();
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([_id, _id]);
    expect((await admin.call('POST', '/webhooks/messages/unknown/resend')).status).toBe(404);
  });

  test('is sent by one process at a time, and by another when that one died', async () => {
    const webhook = await addWebhook();
    await sendTest(webhook);
    // Taken by a process that then died.
    const lease = school.clock.now + 60_000;
    await school.db.updateTable('webhookmessages').set({ workat: lease }).execute();
    await school.work();
    expect(receiver.received).toEqual([]);
    school.clock.now = lease;
    const both = [1, 2].map(() =>
      deliveryJobs({ ...school, lease: leasesOf('test'), allowedHosts: ['127.0.0.1'], logError: () => {} }),
    );
    await Promise.all(both.map(([deliver]) => deliver?.run()));
    expect(receiver.received).toHaveLength(1);
  });

  test('is kept for thirty days', async () => {
    const webhook = await addWebhook();
    await sendTest(webhook);
    await school.work();
    school.clock.now += 30 * DAY_MS;
    await school.work();
    expect(await messages(webhook)).toHaveLength(1);
    school.clock.now += 1;
    await school.work();
    expect(await messages(webhook)).toEqual([]);
  });
});

describe('a webhook', () => {
  test('at which nothing arrives for three days is stopped, and admins are told; switched on again it is told what it missed', async () => {
    const webhook = await addWebhook(['class.approved']);
    receiver.respond = (response) => void response.writeHead(503).end();
    await sendTest(webhook);
    await school.work();
    expect(await webhookOf(webhook)).toMatchObject({ failingsince: iso(school.clock.now), stoppedat: null });
    school.clock.now += 3 * DAY_MS;
    await school.work();
    const stoppedat = school.clock.now;
    expect(await webhookOf(webhook)).toMatchObject({ stoppedat: iso(stoppedat) });
    const mails = await school.db
      .selectFrom('mails')
      .select('recipient')
      .where('kind', '=', 'webhook-stopped')
      .execute();
    expect(mails).toEqual([{ recipient: admin.email }]);
    expect((await admin.call('GET', '/changes?about=integration')).body.items[0].action).toBe(
      'webhook-stopped',
    );

    const { _id } = await school.addClass({ status: 'pending' });
    await admin.call('PUT', `/class/approved/${_id}`);
    const sent = receiver.received.length;
    school.clock.now += DAY_MS;
    await school.work();
    expect(receiver.received).toHaveLength(sent);

    receiver.respond = (response) => void response.writeHead(200).end('ok');
    expect((await admin.call('POST', `/webhooks/${webhook._id}/resume`)).body).toEqual({ modifiedCount: 1 });
    await school.work();
    expect(
      told()
        .slice(sent)
        .map(({ type }) => type)
        .sort(),
    ).toEqual(['class.approved', 'test']);
    expect(await webhookOf(webhook)).toMatchObject({ failingsince: null, stoppedat: null });
    expect((await admin.call('POST', `/webhooks/${webhook._id}/resume`)).body.code).toBe(
      'webhook-not-stopped',
    );
  });

  test('fails no longer as soon as something arrives', async () => {
    const webhook = await addWebhook();
    receiver.respond = (response) => void response.writeHead(503).end();
    await sendTest(webhook);
    await school.work();
    receiver.respond = (response) => void response.writeHead(204).end();
    await sendTest(webhook);
    await school.work();
    expect(await webhookOf(webhook)).toMatchObject({ failingsince: null });
  });

  test('whose program says that it is gone is stopped at once', async () => {
    const webhook = await addWebhook();
    receiver.respond = (response) => void response.writeHead(410).end();
    await sendTest(webhook);
    await school.work();
    expect((await webhookOf(webhook)).stoppedat).not.toBeNull();
  });

  test('that says nothing holds up no other, and ends with the process', async () => {
    const slow = await openReceiver();
    slow.respond = () => {};
    await sendTest(await addWebhook(['enrolled'], slow.url));
    await sendTest(await addWebhook());
    const [deliver] = deliveryJobs({
      ...school,
      lease: leasesOf('test'),
      allowedHosts: ['127.0.0.1'],
      patienceMs: 100,
      logError: () => {},
    });
    expect(await deliver?.run()).toBe(2);
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1));
    await sendTest(await addWebhook());
    expect(await deliver?.run()).toBe(1);
    await vi.waitFor(() => expect(receiver.received).toHaveLength(2));
    await deliver?.stop?.();
    // What became of it is not known, so that another process tries again when the lease is over.
    const silent = (await messages()).filter(({ sentat }) => sentat === null);
    expect(silent).toMatchObject([{ status: null, problem: null, nextat: expect.any(String) }]);
    await slow.close();
  });

  test.runIf(inject('dialect') === 'postgres')('that has much to send is found by one message', async () => {
    const type = 'class.changed' as const;
    const { _id } = (await admin.call('POST', '/webhooks', { url: receiver.url, events: [type] })).body;
    const waiting = Array.from({ length: 2000 }, (_, at) => ({
      happening: { type, timestamp: school.clock.now, data: { classid: `class ${at}` } },
    }));
    await transact(school.db, async (tx) => {
      await notifyWebhooksOfAll(tx, waiting);
    });
    const read = await transact(school.db, async (tx) => {
      const due = await findDueWebhooks(tx, { now: school.clock.now, currentEpoch: undefined });
      expect(due.map((webhook) => webhook._id)).toEqual([_id]);
      const { rows } = await sql<{ read: number }>`select (seq_tup_read + idx_tup_fetch) as read
        from pg_stat_xact_user_tables where relname = 'webhookmessages'`.execute(tx);
      return rows[0]?.read;
    });
    expect(read).toBeLessThan(10);
  });

  test('that one admin tries is tried ten times a minute, by a test or by sending again', async () => {
    const strict = await openTestSchool({
      env: { WEBHOOK_ALLOWED_HOSTS: '127.0.0.1', RATE_LIMIT_FACTOR: '1' },
    });
    const owner = await strict.signIn('admin');
    const { body } = await owner.call('POST', '/webhooks', { url: receiver.url, events: ['enrolled'] });
    const statuses: number[] = [];
    for (let at = 0; at < 10; at++)
      statuses.push((await owner.call('POST', `/webhooks/${body._id}/test`)).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect((await owner.call('POST', `/webhooks/${body._id}/test`)).status).toBe(429);
    await strict.close();
  });

  test('that is deleted is told nothing more', async () => {
    const webhook = await addWebhook();
    await sendTest(webhook);
    expect((await admin.call('DELETE', `/webhooks/${webhook._id}`)).body).toEqual({ deletedCount: 1 });
    await school.work();
    expect(receiver.received).toEqual([]);
    expect(await messages(webhook)).toEqual([]);
    expect((await admin.call('DELETE', `/webhooks/${webhook._id}`)).status).toBe(404);
  });

  test('goes to a public address by https, or to a host that is allowed by name', async () => {
    const refused = [
      'http://office.example/',
      'https://192.168.1.1/',
      'https://[::1]/',
      'http://localhost:3000/',
      'https://office.example:25/',
      'https://office.example:8443/',
    ];
    for (const url of refused) {
      const { body } = await admin.call('POST', '/webhooks', { url, events: ['enrolled'] });
      expect(body.code, url).toBe('webhook-not-allowed');
    }
    for (const url of ['ftp://office.example/', 'https://ana:secret@office.example/', 'office.example', '']) {
      expect((await admin.call('POST', '/webhooks', { url, events: ['enrolled'] })).status, url).toBe(400);
    }
    await addWebhook(['enrolled'], 'https://office.example/cadenza');
  });

  test('is told to every admin by mail, and to the log by its host alone', async () => {
    const { _id } = await addWebhook(['enrolled'], 'https://office.example/way-in-4711');
    const [mail] = await school.db.selectFrom('mails').selectAll().where('ref', '=', _id).execute();
    expect(mail).toMatchObject({ kind: 'webhook-made', recipient: admin.email });
    const [line] = (await admin.call('GET', '/changes?about=integration')).body.items;
    expect(line).toMatchObject({ action: 'webhook-made', subjectname: 'office.example', note: 'enrolled' });
    expect(JSON.stringify([mail, line])).not.toContain('4711');
  });

  test('there are 20 at once', async () => {
    for (let n = 1; n <= WEBHOOKS_MAX; n++) await addWebhook();
    const refused = await admin.call('POST', '/webhooks', { url: receiver.url, events: ['enrolled'] });
    expect(refused).toMatchObject({ status: 409, body: { code: 'too-many-webhooks' } });
  });
});
