import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KEY_SCOPES } from '#contract/keys/calls.ts';
import { addDays } from '#contract/time/days.ts';
import { growSchool } from '#server/database/seed/growth/grow-school.ts';
import { printInvoice } from '#server/features/invoices/index.ts';
import { expandPlans } from '#server/features/lessons/index.ts';
import { prepareSchool } from '#server/prepare-school.ts';
import { letLeave } from '#tests/support/leaving.ts';
import { report } from '#tests/support/proof.ts';
import { openReceiver, type Received } from '#tests/support/receiver.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

/*
 * A website, a display at the door and a bookkeeping sync, written with generated types alone (tests/clients), at a
 * school of 200 students: each has a copy of what it needs, which is what the school has after a thousand changes,
 * a day on which no message arrived, and messages that came twice and in any order.
 */

const CHANGES = 1000;
/** Changes between one look of the workers and the next. */
const AT_ONCE = 25;
const DAY_MS = 24 * 60 * 60_000;
const SIZE = {
  classes: 30,
  users: 200,
  enrolments: 400,
  years: 1,
  instructors: 6,
  mostClasses: 6,
  mostStudents: 40,
};

/** The programs are compiled apart, with types that are generated there (`tests/process/generated-client.test.ts`). */
// biome-ignore lint/suspicious/noExplicitAny: the types are generated, so this file cannot name them
const load = async (name: string): Promise<any> =>
  import(join(import.meta.dirname, '..', 'clients', `${name}.ts`));

let seed = 11;
/** A number from 0 to 1, the same at each run. */
function random(): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed / 2_147_483_648;
}
const pick = <T>(all: readonly T[]): T => {
  const one = all[Math.floor(random() * all.length)];
  if (one === undefined) throw new Error('There is nothing to pick from.');
  return one;
};

let school: TestSchool;
let admin: Person;
let url: string;
let secret: string;

beforeAll(async () => {
  school = await openTestSchool({ env: { WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' } });
  await prepareSchool(school.config, school);
  const { db, clock, config, importPayments } = school;
  if (!importPayments) throw new Error('The school has no card service of its own.');
  const { currency, cancelUntilHours } = config.firstSchool;
  const payments = { currency, cancelUntilHours, priceOf: () => 6000, importPayments };
  await growSchool({
    ...{ db, now: clock.now, payments, size: SIZE, expandPlans, report: () => {} },
    printInvoice: (facts) => printInvoice(facts, { language: 'en', locale: undefined, palette: undefined }),
  });
  await school.app.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(school.app.server.address() as AddressInfo).port}`;
  admin = await school.signIn('admin');
  const key = { name: 'Copies', scopes: KEY_SCOPES.filter((scope) => scope.includes(':')) };
  secret = (await admin.call('POST', '/keys', key)).body.secret;
}, 300_000);
afterAll(() => school.close({ typed: ['The hall is closed'] }));

/** A receiver for a program: it may be down, and it passes each message on twice, in any order. */
async function openWay(events: readonly string[]) {
  const receiver = await openReceiver();
  const came: Received[] = [];
  const way = { isDown: false };
  receiver.respond = (response) => {
    const last = receiver.received.at(-1);
    if (!way.isDown && last) came.push(last);
    response.writeHead(way.isDown ? 503 : 204).end();
  };
  const { body } = await admin.call('POST', '/webhooks', { url: receiver.url, events });
  return {
    webhook: body as { _id: string; secret: string },
    way,
    close: receiver.close,
    async passOn(take: (message: Received) => Promise<void>): Promise<number> {
      const all = came.splice(0).flatMap((message) => [message, message]);
      for (let left = all.length; left > 0; left--) {
        const [message] = all.splice(Math.floor(random() * left), 1);
        if (message) await take(message);
      }
      return all.length;
    },
  };
}

const idsOf = async (table: 'classes' | 'enrolments' | 'lessons' | 'charges' | 'invoices') => {
  const rows = await school.db.selectFrom(table).select('_id').execute();
  return rows.map(({ _id }) => _id);
};
type Lesson = { _id: string; day: string; state: string };
const families: { userid: string; learnerid: string; email: string }[] = [];
let merged: string | undefined;
let count = 0;

/** What happens at a school; each gives its answer, or nothing where there was nothing to do. */
const HAPPENS: Readonly<Record<string, () => Promise<{ status: number }>>> = {
  'a family comes': async () => {
    count += 1;
    const email = `copied-${count}@test.example`;
    const learners = [{ firstname: 'Rui', lastname: `Costa ${count}` }];
    const added = await admin.call('POST', '/families', { name: `Ana Costa ${count}`, email, learners });
    if (added.status !== 200) return added;
    const userid: string = added.body.insertedId;
    const { body } = await admin.call('GET', `/families/${userid}`);
    const child = body.learners.find(({ self }: { self: boolean }) => !self);
    families.push({ userid, learnerid: child._id, email });
    return added;
  },
  'a family moves house': () => {
    const { userid } = pick(families);
    return admin.call('PUT', `/families/${userid}`, { town: pick(['Porto', 'Faro', 'Braga']) });
  },
  'a child has a new name': () => {
    const { userid, learnerid } = pick(families);
    const name = { firstname: pick(['Rui', 'Ida', 'Noa']) };
    return admin.call('PUT', `/families/${userid}/learners/${learnerid}`, name);
  },
  'a place is taken': async () => {
    const place = { classid: pick(await idsOf('classes')), learnerid: pick(families).learnerid };
    return admin.call('POST', '/enrolments', { ...place, pay: pick(['cash', 'transfer', 'due']) });
  },
  'a place ends': async () => admin.call('POST', `/enrolments/${pick(await idsOf('enrolments'))}/cancel`),
  'a family is charged': () => {
    const fee = { kind: 'fee', label: 'Exam', amount: 1 + Math.floor(random() * 40), day: '2026-09-01' };
    return admin.call('POST', '/charges', { ...fee, userid: pick(families).userid, key: `c${++count}` });
  },
  'a charge is taken back': async () =>
    admin.call('POST', `/charges/${pick(await idsOf('charges'))}/reverse`, { key: `r${++count}` }),
  'an invoice goes out': async () => {
    const { userid } = pick(families);
    const rows = await school.db.selectFrom('charges').select('_id').where('userid', '=', userid).execute();
    return admin.call('POST', '/invoices', { userid, chargeids: [pick(rows)._id] });
  },
  'an invoice is made void': async () =>
    admin.call('POST', `/invoices/${pick(await idsOf('invoices'))}/void`, { reason: 'The hall is closed' }),
  'money comes': () => {
    const paid = {
      kind: pick(['cash', 'transfer']),
      amount: 1 + Math.floor(random() * 60),
      day: '2026-09-01',
    };
    return admin.call('POST', '/movements', { ...paid, userid: pick(families).userid, key: `m${++count}` });
  },
  'a lesson is moved': async () => {
    const day = addDays('2026-09-10', Math.floor(random() * 60));
    const time = { day, starttime: pick(['07:00', '07:15', '07:30']), minutes: 30, roomid: null };
    return admin.call('PUT', `/lessons/${pick(await idsOf('lessons'))}`, time);
  },
  'a lesson is cancelled': async () => admin.call('DELETE', `/lessons/${pick(await idsOf('lessons'))}`),
  'a class has another name': async () =>
    admin.call('PUT', `/class/update/${pick(await idsOf('classes'))}`, { classname: `Viola ${++count}` }),
  'a class meets more': async () => {
    const plan = {
      weekday: 7,
      starttime: pick(['06:00', '06:30']),
      minutes: 30,
      everyweeks: 1,
      roomid: null,
    };
    const plans = [{ ...plan, firstday: '2026-10-01', lastday: '2026-10-31' }];
    return admin.call('PUT', `/class/plans/${pick(await idsOf('classes'))}`, { plans });
  },
  'a class is denied or approved': async () =>
    admin.call('PUT', `/class/${pick(['denied', 'approved'])}/${pick(await idsOf('classes'))}`, {}),
  'two families are one, and are two again': async () => {
    if (merged) {
      const id = merged;
      merged = undefined;
      return admin.call('DELETE', `/families/merge/${id}`);
    }
    const ids = { keep: pick(families).userid, drop: pick(families).userid };
    const answer = await admin.call('POST', '/families/merge', ids);
    merged = answer.body.insertedId;
    return answer;
  },
  'an account is deleted': async () => {
    const student = await school.signIn('student');
    await admin.call('POST', '/charges', {
      ...{ kind: 'fee', label: 'Exam', amount: 5, day: '2026-09-01', key: `d${++count}` },
      userid: student.user._id,
    });
    const leaving = { leavesat: school.clock.now };
    await school.db.updateTable('users').set(leaving).where('_id', '=', student.user._id).execute();
    await letLeave(school);
    return { status: 200 };
  },
};

/** Lets so many changes succeed, with a look of the workers in between. */
async function change(times: number, between: () => Promise<unknown>) {
  const done: Record<string, number> = {};
  for (let made = 0; made < times; ) {
    school.clock.now += 20_000;
    const name = families.length < 20 ? 'a family comes' : pick(Object.keys(HAPPENS));
    const answer = await HAPPENS[name]?.().catch((error: Error) => {
      if (error.message !== 'There is nothing to pick from.') throw error;
    });
    if (answer?.status !== 200) continue;
    made += 1;
    done[name] = (done[name] ?? 0) + 1;
    if (made % AT_ONCE === 0) await between();
  }
  return done;
}

const work = async () => {
  for (let turn = 0; turn < 500 && (await school.work()) > 0; turn++);
};

const CLASSES = ['class.approved', 'class.changed', 'class.called-off', 'class.removed'];
const SEATS = ['enrolled', 'cancelled', 'moved', 'place.offered'];
const LESSONS = ['lesson.moved', 'lesson.cancelled', 'lesson.substituted'];

test('three programs have what the school has after a thousand changes', { timeout: 900_000 }, async () => {
  const { openClient, Copy, Inbox } = await load('client');
  const client = openClient(url, secret);
  const [toWebsite, toDisplay] = [
    await openWay([...CLASSES, ...SEATS]),
    await openWay([...CLASSES, ...LESSONS]),
  ];
  const inboxOf = ({ webhook }: typeof toWebsite) => new Inbox(webhook.secret);
  const website = (await load('website')).openWebsite(client, inboxOf(toWebsite));
  const { openDoorDisplay } = await load('door-display');
  const display = openDoorDisplay(client, inboxOf(toDisplay), toDisplay.webhook._id);
  const books = (await load('bookkeeping')).openBookkeeping(client);
  await website.read();
  await display.read();
  await books.read();
  // The whole school: people, families, classes, enrolments, terms, rooms, movements, and charges and invoices.
  const toRead = books.copy.calls;
  expect(toRead).toBeLessThanOrEqual(20);
  expect(books.copy.of('people').size).toBeGreaterThanOrEqual(SIZE.users);

  const passOn = async () => {
    await toWebsite.passOn(website.take);
    await toDisplay.passOn(display.take);
  };
  const step = async () => {
    await work();
    await passOn();
  };
  const done = await change(CHANGES / 2, step);
  await step();
  const downFrom = new Date(school.clock.now).toISOString();
  toWebsite.way.isDown = toDisplay.way.isDown = true;
  await change(CHANGES / 4, work);
  // Until all that was refused is given up.
  for (let hour = 0; hour < 50; hour++) {
    school.clock.now += DAY_MS / 24;
    await work();
  }
  toWebsite.way.isDown = toDisplay.way.isDown = false;
  expect(await passOn()).toBeUndefined();
  admin = await school.signIn('admin');
  // The one asks for the messages, the other looks at what changed.
  const resent = await display.catchUp(downFrom, new Date(school.clock.now).toISOString());
  expect(resent).toBeGreaterThan(20);
  await website.read();
  await step();
  for (const [name, times] of Object.entries(await change(CHANGES / 4, step)))
    done[name] = (done[name] ?? 0) + times;
  expect(Object.keys(done).sort()).toEqual(Object.keys(HAPPENS).sort());
  const family = pick(families);
  const line = { id: 'B-1', email: family.email, amount: 12.5, day: '2026-09-02' };
  const noted = [];
  for (const _ of [1, 2]) {
    await books.read();
    noted.push(await books.note(line));
  }
  expect(noted[0]).toBe(noted[1]);
  await step();
  const since = books.copy.calls;
  await books.read();
  const toKeep = books.copy.calls - since;

  const original = new Copy(client, [...books.copy.nouns, 'lessons', 'posts']);
  await original.read();
  const inOrder = <R extends { _id: string }>(records: Map<string, R>): R[] =>
    [...records.values()].toSorted((one, other) => (one._id < other._id ? -1 : 1));
  // By what changed since, every record.
  for (const noun of books.copy.nouns)
    expect(inOrder(books.copy.of(noun)), noun).toEqual(inOrder(original.of(noun)));
  // By messages alone, every lesson of days that both have read.
  const lessonsOf = (copy: { of: (noun: 'lessons') => Map<string, Lesson> }) =>
    inOrder(copy.of('lessons')).filter(({ day }) => day >= '2026-09-08' && day <= '2026-11-30');
  const lessons = lessonsOf(original);
  expect(lessonsOf(display.copy)).toEqual(lessons);
  const held = lessons.filter(({ state }) => state !== 'cancelled');
  expect(display.show(held[0]?.day)).toHaveLength(held.filter(({ day }) => day === held[0]?.day).length);
  await website.read();
  expect(inOrder(website.copy.of('classes'))).toEqual(inOrder(original.of('classes')));
  expect(website.offers().length).toBeGreaterThan(0);
  report({
    'calls to read a school of 200 students': toRead,
    'calls to keep the books in step': toKeep,
    'changes copied': CHANGES,
  });
  await toWebsite.close();
  await toDisplay.close();
});
