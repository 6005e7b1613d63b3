import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#server/database/ids.ts';
import type { Answered, Asked } from '#server/rehearsal/asked.ts';
import { chooseClasses } from '#server/rehearsal/choose-classes.ts';
import { addChildBy } from '#tests/support/families.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { readProgram } from './read-program.ts';

/* What the school knows of its copy; the copy itself is tried as a process, in tests/process/rehearsal.test.ts. */

const REAL = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://school.example',
  ADMIN_EMAIL: 'head@school.example',
  ADMIN_PASSWORD: 'Quiet-oboe-7!',
  CARD_SANDBOX: 'on',
  RATE_LIMIT_FACTOR: '1',
  REQUIRE_SECOND_FACTOR: 'none',
};
const AT = { REHEARSAL_URL: 'https://rehearsal.school.example', REHEARSAL_PORT: '4100' };
const WORDS = { describe: 'Words about a class.', closed: 'Closed' };

let school: TestSchool;
let asked: Asked[];
let copy: Answered['copy'];

/** Stands for the process that keeps a copy. */
async function askCopy(question: Asked): Promise<Answered> {
  asked.push(question);
  if (question.does === 'start') {
    const told = { now: 0, until: null, scenes: [], mails: [], players: [] };
    const open = { origin: question.beginning.reach.publicUrl ?? 'http://127.0.0.1:1', key: 'key', told };
    copy = { startedby: question.beginning.startedby, endsat: 0, open };
  }
  if (question.does === 'end') copy = undefined;
  if (question.does === 'forward' && !copy) return { refused: 'rehearsal-not-found' };
  return { ...(copy && { copy }), ended: 1 };
}

async function open(env: Record<string, string> = {}): Promise<Person> {
  school = await openTestSchool({ env, askCopy });
  return school.signIn('admin');
}
beforeEach(() => {
  asked = [];
  copy = undefined;
});
afterEach(() => school.close());

describe('who may have a copy', () => {
  test('admins alone, each of them the same one', async () => {
    const admin = await open();
    const other = await school.signIn('admin');
    const begun = await admin.call('POST', '/rehearsal');
    expect(begun).toMatchObject({ status: 200, body: { state: 'ready', startedby: admin.user.name } });
    expect((await other.call('GET', '/rehearsal')).body).toEqual(begun.body);
    expect((await other.call('POST', '/rehearsal')).body).toEqual(begun.body);
    expect(asked.filter(({ does }) => does === 'start')).toHaveLength(1);
    for (const role of ['office', 'instructor', 'student'] as const) {
      const person = await school.signIn(role);
      for (const [method, path, body] of [
        ['GET', '/rehearsal'],
        ['POST', '/rehearsal'],
        ['POST', '/rehearsal/clock', { forward: 'hour' }],
        ['DELETE', '/rehearsal'],
      ] as const)
        expect((await person.call(method, path, body)).status).toBe(403);
    }
    expect((await other.call('DELETE', '/rehearsal')).body).toEqual({ deletedCount: 1 });
    const late = await admin.call('POST', '/rehearsal/clock', { forward: 'day' });
    expect([late.status, late.body.code]).toEqual([404, 'rehearsal-not-found']);
  });

  test('it ends when the one who began it signs out, not when another does', async () => {
    const admin = await open();
    const other = await school.signIn('admin');
    await admin.call('POST', '/rehearsal');
    await other.call('DELETE', '/account/sessions/current');
    await school.work();
    expect(copy).toBeDefined();
    await admin.call('DELETE', '/account/sessions/current');
    await school.work();
    expect(copy).toBeUndefined();
  });

  test('it ends when the one who began it is no admin any more', async () => {
    const admin = await open();
    await admin.call('POST', '/rehearsal');
    await school.db.updateTable('users').set({ role: 'office' }).where('_id', '=', admin.user._id).execute();
    await school.work();
    expect(copy).toBeUndefined();
  });

  test('a real school says where browsers would reach it, or that its administrator must', async () => {
    let admin = await open(REAL);
    expect((await admin.call('GET', '/rehearsal')).body).toMatchObject({
      state: 'unavailable',
      problem: expect.stringContaining('REHEARSAL_URL'),
    });
    const refused = await admin.call('POST', '/rehearsal');
    expect([refused.status, refused.body.code]).toEqual([409, 'rehearsal-not-set-up']);
    await school.close();
    admin = await open({ ...REAL, ...AT });
    const { body } = await admin.call('POST', '/rehearsal');
    expect(body.address).toBe('https://rehearsal.school.example/?rehearsal=key');
    expect(asked.at(-1)).toMatchObject({
      beginning: { reach: { port: 4100 }, home: 'https://school.example/admin/rehearsal' },
    });
  });

  test('an admin starts one six times a minute', async () => {
    const admin = await open({ ...REAL, ...AT });
    const statuses: number[] = [];
    for (let turn = 0; turn < 7; turn++) statuses.push((await admin.call('POST', '/rehearsal')).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
    const other = await school.signIn('admin');
    expect((await other.call('POST', '/rehearsal')).status).toBe(200);
  });

  test('not once the school is open: a class is public, and all but the backup is done or put away', async () => {
    const admin = await open({ ...REAL, ...AT });
    await admin.call('PUT', '/golive/away');
    await admin.call('POST', '/rehearsal');
    await school.work();
    expect(copy).toBeDefined();
    const { _id } = await school.addClass({ status: 'pending' });
    await school.work();
    expect(copy).toBeDefined();
    await admin.call('PUT', `/class/approved/${_id}`);
    await school.work();
    expect(copy).toBeUndefined();
    for (const [method, path, body] of [
      ['GET', '/rehearsal'],
      ['POST', '/rehearsal'],
      ['POST', '/rehearsal/clock', { forward: 'hour' }],
      ['DELETE', '/rehearsal'],
    ] as const) {
      const answer = await admin.call(method, path, body);
      expect([answer.status, answer.body.code]).toEqual([409, 'school-is-open']);
    }
    expect(asked.at(-1)?.does).not.toBe('start');
  });

  test('a school with a public class and something left to do has not opened', async () => {
    const admin = await open({ ...REAL, ...AT });
    await school.addClass();
    expect((await admin.call('POST', '/rehearsal')).status).toBe(200);
  });
});

describe('what is copied', () => {
  test('is no person: no name, address, number, picture or id of any', async () => {
    await open();
    const now = school.clock.now;
    const parent = await school.signIn('student');
    await school.db
      .updateTable('users')
      .set({ name: 'Mia Underwood' })
      .where('_id', '=', parent.user._id)
      .execute();
    await addChildBy(parent, { firstname: 'Noah', lastname: 'Underwood', born: '2017-05-05' });
    const { _id: classid, instructorid } = await school.addClass({
      instructorname: 'Johanna Quick',
      instructoremail: 'johanna@private.example',
      classname: 'Violin with Johanna (for Mia Underwood), 0664 123 45 67',
      description: 'Come to my flat, 5 Elm Street. Johanna',
      feedback: 'Dear Johanna',
      duetext: 'to Johanna, in cash',
      series: 'Johanna’s',
      image: '/images/i/johanna.webp',
    });
    await school.db
      .updateTable('school')
      .set({
        street: '5 Elm Street',
        email: 'office@private.example',
        phone: '+43 1 555 0 555',
        logo: '/images/i/head.png',
      })
      .execute();
    const stamp = { version: 1, createdat: now };
    const roomid = newId(now);
    await school.db
      .insertInto('rooms')
      .values({
        _id: roomid,
        name: 'Johanna Quick’s room',
        places: 5,
        siteid: null,
        retiredat: null,
        ...stamp,
      })
      .execute();
    const days = { firstday: '2026-09-07', lastday: '2026-11-30' };
    await school.db
      .insertInto('closures')
      .values({
        _id: newId(now),
        name: 'Johanna is ill',
        ...days,
        roomid: null,
        teacherid: instructorid,
        ...stamp,
      })
      .execute();
    await school.db
      .insertInto('terms')
      .values({ _id: newId(now), name: 'Autumn', ...days, ...stamp })
      .execute();
    await school.db
      .insertInto('lessons')
      .values({
        ...{ _id: newId(now), classid, planid: null, planday: '2026-09-08', day: '2026-09-08', roomid },
        ...{ startsat: now + 7 * 86_400_000, endsat: now + 7 * 86_400_000 + 1, teacherid: instructorid },
        ...{ state: 'moved' as const, reason: 'Johanna has a fever', changedat: now },
      })
      .execute();
    const program = await readProgram(school.db, { now, ...WORDS });
    expect(program.classes.map(({ classname }) => classname)).toEqual(['Violin with Clara (for ),']);
    expect(program.rooms.map(({ name }) => name)).toEqual(['Clara Winterbourne’s room 1']);
    expect(program.terms).toHaveLength(1);
    expect(program.lessons).toHaveLength(1);
    const copied = JSON.stringify(program);
    const users = await school.db.selectFrom('users').select(['_id', 'email']).execute();
    for (const { _id, email } of users) {
      expect(copied).not.toContain(_id);
      expect(copied).not.toContain(email);
    }
    expect(copied).not.toMatch(/johanna|quick|underwood|mia|noah|private|elm|0664|555|images/i);
  });

  test('begins with every place free and every class public, whatever it is in the school', async () => {
    await open();
    await school.addClass({ availableseat: 2, enrolledstudents: 8, opensat: school.clock.now + 1 });
    await school.addClass({ classname: 'To come', status: 'pending', availableseat: 5 });
    await school.addClass({ classname: 'Never', status: 'denied' });
    await school.addClass({ classname: 'Gone', deletedat: school.clock.now });
    const { classes } = await readProgram(school.db, { now: school.clock.now, ...WORDS });
    expect(
      classes
        .toSorted((one, next) => (one.classname < next.classname ? -1 : 1))
        .map(({ classname, status, availableseat, enrolledstudents, opensat }) => ({
          ...{ classname, status, availableseat, enrolledstudents, opensat },
        })),
    ).toEqual([
      { classname: 'To come', status: 'approved', availableseat: 5, enrolledstudents: 0, opensat: null },
      {
        classname: 'Violin for beginners',
        status: 'approved',
        availableseat: 10,
        enrolledstudents: 0,
        opensat: null,
      },
    ]);
  });

  test('of a class that runs when enough have joined is not yet decided, or needs no number any more', async () => {
    await open();
    const when = { runsfrom: 4, decideby: '2027-01-10' };
    await school.addClass({ classname: 'Choir', ...when });
    await school.addClass({
      ...{
        classname: 'Duets',
        ...when,
        decided: 'runs',
        decidedkey: 'by-hand',
        wishesuntil: school.clock.now,
      },
    });
    const { classes } = await readProgram(school.db, { now: school.clock.now, ...WORDS });
    expect(
      classes
        .toSorted((one, next) => (one.classname < next.classname ? -1 : 1))
        .map(({ classname, runsfrom, decideby, decided, decidedkey, decisionworkat, wishesuntil }) => ({
          ...{ classname, runsfrom, decideby, decided, decidedkey, decisionworkat, wishesuntil },
        })),
    ).toEqual(
      [
        { classname: 'Choir', ...when },
        { classname: 'Duets', runsfrom: null, decideby: null },
      ].map((item) => ({
        ...item,
        ...{ decided: null, decidedkey: null, decisionworkat: null, wishesuntil: null },
      })),
    );
  });

  test('no scene is of a class that may not run', async () => {
    await open();
    const { now } = school.clock;
    const program = await readProgram(school.db, { now, ...WORDS });
    const { sold, billed } = chooseClasses(program, now).chosen;
    const waits = { runsfrom: 2, decideby: '2027-01-10' };
    const classes = program.classes.map((item) =>
      [sold?._id, billed?._id].includes(item._id) ? { ...item, ...waits } : item,
    );
    const { chosen } = chooseClasses({ ...program, classes }, now);
    for (const item of [chosen.sold, chosen.billed]) {
      expect(item?.runsfrom).toBeNull();
      expect([sold?._id, billed?._id]).not.toContain(item?._id);
    }
  });

  test('of a school without a class is the demo’s offer', async () => {
    await open();
    const { now } = school.clock;
    const program = await readProgram(school.db, { now, ...WORDS });
    expect(program.classes.length).toBeGreaterThan(20);
    const { sold, billed } = chooseClasses(program, now).chosen;
    expect([sold?.billing, billed?.billing]).toEqual(['once', 'month']);
    expect(sold?._id).not.toBe(billed?._id);
  });
});
