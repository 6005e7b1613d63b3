import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { NewWebhook, WebhookMessage, WebhookNotice } from '#contract/webhooks/calls.ts';
import { transact } from '#server/database/transact.ts';
import { leasesOf } from '#server/jobs/leases.ts';
import { openReceiver } from '#tests/support/receiver.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { deliveryJobs } from './deliver-messages.ts';
import { notifyWebhooks, notifyWebhooksOfAll } from './notify-webhooks.ts';

/* Messages of one subject arrive in their sequence, however receivers and processes fail. */

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

let school: TestSchool;
let admin: Person;
let receiver: Awaited<ReturnType<typeof openReceiver>>;
let webhook: NewWebhook;

beforeAll(async () => {
  school = await openTestSchool({ env: { WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' } });
  admin = await school.signIn('admin');
});
afterAll(() => school.close());
beforeEach(async () => {
  receiver = await openReceiver();
  const events = ['class.changed', 'class.called-off', 'child.changed'];
  webhook = (await admin.call('POST', '/webhooks', { url: receiver.url, events })).body;
});
afterEach(async () => {
  await admin.call('DELETE', `/webhooks/${webhook._id}`);
  await receiver.close();
});

/** Lets something happen to a class, at the next moment. */
const change = (classid: string, type: 'class.changed' | 'class.called-off' = 'class.changed') => {
  school.clock.now += 1;
  const happening = { type, timestamp: school.clock.now, data: { classid } };
  return transact(school.db, (tx) => notifyWebhooks(tx, happening));
};
const told = (): WebhookNotice[] => receiver.received.map(({ body }) => JSON.parse(body));
const sequencesOf = (classid: string) =>
  told()
    .filter(({ subject }) => subject?.id === classid)
    .map(({ sequence }) => sequence);
const messages = async (): Promise<WebhookMessage[]> =>
  (await admin.call('GET', `/webhooks/messages?webhook=${webhook._id}`)).body.items;
const refuse = () => {
  receiver.respond = (response) => void response.writeHead(503).end();
};
const take = () => {
  receiver.respond = (response) => void response.writeHead(204).end();
};
/** As the worker's loop does: again while there is anything. */
const work = async () => {
  for (let turn = 0; turn < 200 && (await school.work()) > 0; turn++);
};
/** Lets time pass, with a look at each step. */
async function pass(ms: number, step = HOUR_MS / 2) {
  for (const until = school.clock.now + ms; school.clock.now < until; ) {
    school.clock.now = Math.min(until, school.clock.now + step);
    await work();
  }
}
const isRising = (numbers: readonly number[]) =>
  numbers.every((number, at) => at === 0 || number > (numbers[at - 1] ?? 0));

describe('a notice', () => {
  test('says what happened by ids, where it is read and where it stands, under the id of its header', async () => {
    await change('one');
    await work();
    const [received] = receiver.received;
    expect(told()).toEqual([
      {
        type: 'class.changed',
        id: received?.headers['webhook-id'],
        at: new Date(school.clock.now).toISOString(),
        sequence: expect.any(Number),
        subject: { kind: 'class', id: 'one' },
        data: { classid: 'one' },
        url: '/api/v1/classes/one',
      },
    ]);
    const [shown] = await messages();
    expect(shown).toMatchObject({ body: received?.body, givenupat: null });
  });

  test('has a higher sequence than all before of its subject, also once the last was swept', async () => {
    for (let at = 0; at < 3; at++) await change('one');
    await transact(school.db, (tx) =>
      notifyWebhooksOfAll(
        tx,
        [1, 2, 3].map(() => ({
          happening: { type: 'class.changed', timestamp: school.clock.now, data: { classid: 'one' } },
        })),
      ),
    );
    await work();
    const before = sequencesOf('one');
    expect(before).toHaveLength(6);
    expect(isRising(before)).toBe(true);
    school.clock.now += 31 * DAY_MS;
    await work();
    expect(await school.db.selectFrom('webhooksubjects').selectAll().execute()).toEqual([]);
    await change('one');
    await work();
    expect(isRising(sequencesOf('one'))).toBe(true);
  });

  test('of a clock that was put back has a higher sequence still', async () => {
    await change('one');
    school.clock.now -= HOUR_MS;
    await change('one');
    school.clock.now += HOUR_MS;
    await work();
    expect(sequencesOf('one')).toHaveLength(2);
    expect(isRising(sequencesOf('one'))).toBe(true);
  });

  test('of many that happen at once has a sequence of its own, that in which they were committed', async () => {
    const findSequences = async () =>
      new Map(
        (
          await school.db
            .selectFrom('webhookmessages')
            .select(['ref', 'sequence'])
            .where('webhookid', '=', webhook._id)
            .execute()
        ).map(({ ref, sequence }) => [ref, sequence ?? 0]),
      );
    const seen = await Promise.all(
      Array.from({ length: 20 }, async (_, at) => {
        const happening = {
          type: 'class.changed' as const,
          timestamp: school.clock.now - at,
          data: { classid: 'one' },
        };
        await transact(school.db, (tx) => notifyWebhooks(tx, happening, { ref: `${at}` }));
        return { own: `${at}`, sequences: await findSequences() };
      }),
    );
    const all = await findSequences();
    expect(new Set(all.values()).size).toBe(20);
    // Once one is committed, so is each with a lower sequence: none of them comes later.
    for (const { own, sequences } of seen) {
      const last = all.get(own) ?? 0;
      const lower = [...all].filter(([, sequence]) => sequence <= last).map(([ref]) => ref);
      expect([...sequences.keys()]).toEqual(expect.arrayContaining(lower));
    }
  });

  test('is not written where the school has no webhook for it, nor anything beside it', async () => {
    school.clock.now += 1;
    const happening = {
      type: 'lesson.moved' as const,
      timestamp: school.clock.now,
      data: { lessonid: 'l', classid: 'c' },
    };
    await transact(school.db, (tx) => notifyWebhooks(tx, happening));
    expect(await messages()).toEqual([]);
    const counters = school.db.selectFrom('webhooksubjects').select('_id').where('_id', '=', 'lesson l');
    expect(await counters.execute()).toEqual([]);
  });

  test('of a transaction that fails leaves no gap and no row', async () => {
    await change('one');
    const failing = transact(school.db, async (tx) => {
      const happening = {
        type: 'class.changed' as const,
        timestamp: school.clock.now,
        data: { classid: 'one' },
      };
      await notifyWebhooks(tx, happening);
      throw new Error('It did not happen.');
    });
    await expect(failing).rejects.toThrow('It did not happen.');
    expect(await messages()).toHaveLength(1);
  });
});

describe('a refused notice', () => {
  test('holds back its own subject alone', async () => {
    for (const classid of ['one', 'two', 'one', 'two', 'one']) await change(classid);
    receiver.respond = (response) => {
      const { subject } = told().at(-1) ?? {};
      response.writeHead(subject?.id === 'one' ? 500 : 204).end();
    };
    await work();
    expect(sequencesOf('two')).toHaveLength(2);
    expect(sequencesOf('one')).toHaveLength(1);
    await pass(HOUR_MS);
    expect(new Set(sequencesOf('one')).size).toBe(1);
    take();
    await pass(3 * HOUR_MS);
    expect([...new Set(sequencesOf('one'))]).toHaveLength(3);
    expect(isRising([...new Set(sequencesOf('one'))])).toBe(true);
    expect((await messages()).every(({ sentat }) => sentat !== null)).toBe(true);
  });

  test('is given up a day after it happened and listed, and the rest of its subject goes on', async () => {
    await change('one');
    await change('one', 'class.called-off');
    receiver.respond = (response) =>
      void response.writeHead(told().at(-1)?.type === 'class.changed' ? 500 : 204).end();
    await pass(DAY_MS - HOUR_MS);
    expect((await messages()).map(({ event, sentat, givenupat }) => [event, sentat, givenupat])).toEqual([
      ['class.called-off', null, null],
      ['class.changed', null, null],
    ]);
    await pass(2 * HOUR_MS);
    const [later, earlier] = await messages();
    expect(earlier).toMatchObject({ sentat: null, nextat: null, givenupat: expect.any(String), status: 500 });
    expect(later).toMatchObject({ sentat: expect.any(String), givenupat: null });
  });

  test('by a receiver that was off for less than a day arrives with all that followed, in order', async () => {
    refuse();
    for (let at = 0; at < 8; at++) {
      await change('one');
      await change('two');
      await pass(2 * HOUR_MS);
    }
    take();
    receiver.received.length = 0;
    await pass(14 * HOUR_MS);
    for (const classid of ['one', 'two']) {
      expect(sequencesOf(classid)).toHaveLength(8);
      expect(isRising(sequencesOf(classid))).toBe(true);
    }
    expect((await messages()).filter(({ givenupat }) => givenupat !== null)).toEqual([]);
  });

  test('by a receiver that was off for three days comes once its webhook is on again, in order', async () => {
    refuse();
    for (let day = 0; day < 3; day++) {
      await change('one');
      await work();
      await pass(DAY_MS, 4 * HOUR_MS);
    }
    await pass(DAY_MS, 4 * HOUR_MS);
    const [stopped] = (await admin.call('GET', '/webhooks')).body;
    expect(stopped.stoppedat).not.toBeNull();
    await change('one');
    await work();
    take();
    receiver.received.length = 0;
    await admin.call('POST', `/webhooks/${webhook._id}/resume`);
    await work();
    expect(sequencesOf('one')).toHaveLength(4);
    expect(isRising(sequencesOf('one'))).toBe(true);
  });

  test('that is written as its webhook is stopped waits until that is on again', async () => {
    await change('one');
    await school.db.updateTable('webhooks').set({ stoppedat: 1 }).where('_id', '=', webhook._id).execute();
    await work();
    expect(told()).toEqual([]);
    await admin.call('POST', `/webhooks/${webhook._id}/resume`);
    await work();
    expect(sequencesOf('one')).toHaveLength(1);
  });

  test('by a receiver that lies, which took it, comes again under the same id before what follows', async () => {
    await change('one');
    await change('one');
    receiver.respond = (response) =>
      void response.writeHead(receiver.received.length === 1 ? 500 : 200).end();
    await work();
    await pass(HOUR_MS);
    const ids = told().map(({ id }) => id);
    expect(ids).toHaveLength(3);
    expect(ids[0]).toBe(ids[1]);
    expect(isRising([...new Set(sequencesOf('one'))])).toBe(true);
  });
});

describe('two processes', () => {
  test('send the notices of one subject one after the other, each once', async () => {
    const jobs = ['a', 'b'].map((name) =>
      deliveryJobs({
        ...school,
        lease: leasesOf(name),
        allowedHosts: ['127.0.0.1'],
        logError: (error) => expect.unreachable(String(error)),
      }),
    );
    let underWay = 0;
    let most = 0;
    receiver.respond = (response) => {
      most = Math.max(most, ++underWay);
      setTimeout(() => {
        underWay -= 1;
        response.writeHead(204).end();
      }, 5);
    };
    for (let at = 0; at < 12; at++) await change('one');
    for (let turn = 0; turn < 60 && sequencesOf('one').length < 12; turn++)
      await Promise.all(jobs.map(([deliver]) => deliver?.run()));
    expect(sequencesOf('one')).toHaveLength(12);
    expect(isRising(sequencesOf('one'))).toBe(true);
    expect(most).toBe(1);
  });

  test('of which one died over a notice: what follows waits until another has sent it', async () => {
    await change('one');
    await change('one');
    const lease = school.clock.now + 60_000;
    const [first] = (await messages()).toReversed();
    await school.db
      .updateTable('webhookmessages')
      .set({ workat: lease, attempts: 1 })
      .where('_id', '=', first?._id ?? '')
      .execute();
    await work();
    expect(told()).toEqual([]);
    school.clock.now = lease;
    await work();
    expect(told().map(({ id }) => id)).toEqual((await messages()).map(({ _id }) => _id).toReversed());
  });
});

describe('a range', () => {
  const range = (from: number, to: number, id = webhook._id) =>
    admin.call('POST', `/webhooks/${id}/redeliver`, {
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
    });

  test('is sent again under the same ids and in order: what arrived and what was given up', async () => {
    const moments: number[] = [];
    for (let at = 0; at < 4; at++) {
      await change('one');
      moments.push(school.clock.now);
    }
    await work();
    const before = told().map(({ id }) => id);
    const [, from = 0, to = 0] = moments;
    await school.db
      .updateTable('webhookmessages')
      .set({ sentat: null, givenupat: school.clock.now })
      .where('_id', '=', before[2] ?? '')
      .execute();
    receiver.received.length = 0;
    school.clock.now += 2 * DAY_MS;
    expect(await range(from, to)).toMatchObject({ status: 200, body: { modifiedCount: 2 } });
    await work();
    expect(told().map(({ id }) => id)).toEqual([before[1], before[2]]);
    expect((await messages()).map(({ givenupat }) => givenupat)).toEqual([null, null, null, null]);
  });

  test('goes before what happens meanwhile, and has a day of its own', async () => {
    await change('one');
    await work();
    const at = school.clock.now;
    school.clock.now += 2 * DAY_MS;
    refuse();
    await range(at, at);
    await change('one');
    await pass(HOUR_MS);
    take();
    receiver.received.length = 0;
    await pass(3 * HOUR_MS);
    expect(sequencesOf('one')).toHaveLength(2);
    expect(isRising(sequencesOf('one'))).toBe(true);
  });

  test('is refused where it ends before it begins, and of a webhook that is stopped or is none', async () => {
    expect((await range(2, 1)).body.code).toBe('invalid-input');
    expect((await range(1, 2, 'none')).body.code).toBe('webhook-not-found');
    await change('one');
    await school.db.updateTable('webhooks').set({ stoppedat: 1 }).where('_id', '=', webhook._id).execute();
    expect((await range(1, 2)).body.code).toBe('webhook-is-stopped');
    const [message] = await messages();
    const resent = await admin.call('POST', `/webhooks/messages/${message?._id}/resend`);
    expect(resent.body.code).toBe('webhook-is-stopped');
  });
});

test('a test goes out at once, past what is held back', async () => {
  refuse();
  await change('one');
  await work();
  take();
  receiver.received.length = 0;
  const { body } = await admin.call('POST', `/webhooks/${webhook._id}/test`);
  await work();
  expect(told()).toMatchObject([{ type: 'test', id: body._id, subject: null, url: null }]);
});
