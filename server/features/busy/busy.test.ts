import { Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endEverySignIn } from '#server/features/account/index.ts';
import { ROWS } from '#server/features/rows.ts';
import { openReceiver } from '#tests/support/receiver.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { calendarOf, eventOf } from './calendar.test-support.ts';

/* Clara’s own calendar, which the school reads: she is at the dentist’s on Tuesday, 8 September, at four. */

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const TOKEN = 'private-0123456789abcdef';

const DENTIST = eventOf(
  'UID:dentist',
  'DTSTART:20260908T160000Z',
  'DTEND:20260908T170000Z',
  'SUMMARY:Dentist',
  'LOCATION:Main street',
  'ATTENDEE:mailto:doctor@example.com',
);
const CHOIR = eventOf('UID:choir', 'DTSTART:20260910T180000Z', 'DURATION:PT2H', 'SUMMARY:Choir');
/** The parser looks for a second in February, January through. */
const ENDLESS = calendarOf(
  ...Array.from({ length: 50 }, (_, at) =>
    eventOf(`UID:${at}`, 'DTSTART:20260101T000000Z', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY;BYMONTH=2'),
  ),
);

let school: TestSchool;
let log = '';
let clara: Person;
let admin: Person;
let server: Awaited<ReturnType<typeof openReceiver>>;
let url: string;

beforeAll(async () => {
  const stream = new Writable({
    write(chunk, _encoding, done) {
      log += chunk;
      done();
    },
  });
  school = await openTestSchool({
    env: { WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' },
    logger: { level: 'trace', stream },
  });
  admin = await school.signIn('admin');
});
afterAll(() => school.close());

beforeEach(async () => {
  school.clock.now = Date.UTC(2026, 8, 1, 12);
  clara = await school.signIn('instructor');
  server = await openReceiver();
  url = `${new URL(server.url).origin}/${TOKEN}/basic.ics`;
  serve(calendarOf(DENTIST));
  return async () => {
    await school.db.deleteFrom('busycalendars').execute();
    await server.close();
  };
});

function serve(file: string, status = 200) {
  server.respond = (response) => void response.writeHead(status).end(file);
}
const give = (by = clara, at = url) => by.call('PUT', '/account/busy', { url: at });
const own = async (by = clara) => (await by.call('GET', '/account/busy')).body;
const times = async (by = clara, days = 'from=2026-09-01&to=2026-09-30') => {
  const { status, body } = await by.call('GET', `/busy?${days}`);
  expect(status).toBe(200);
  return body;
};
const rows = () => school.db.selectFrom('busycalendars').selectAll().execute();

/** Waits until the server of the calendar was asked so often. */
const askedTimes = (count: number) =>
  expect.poll(() => server.received.length, { timeout: 20_000 }).toBe(count);

/** Lets the job look until it has read what is due: a file is read beside it. */
async function readDue() {
  await expect
    .poll(
      async () => {
        await school.work();
        return (await rows()).filter(({ workat, lease }) => lease !== null || workat <= school.clock.now);
      },
      { timeout: 30_000 },
    )
    .toEqual([]);
}

const AT_THE_DENTIST = {
  startsat: '2026-09-08T16:00:00.000Z',
  endsat: '2026-09-08T17:00:00.000Z',
};

describe('a calendar that a teacher gives', () => {
  test('is read at once, and says when the teacher is busy and nothing else', async () => {
    expect(await own()).toEqual({ host: null, givenat: null, readat: null, problem: null });
    const now = new Date(school.clock.now).toISOString();
    const shown = { host: new URL(url).host, givenat: now, readat: now, problem: null };
    expect(await give()).toMatchObject({ status: 200, body: shown });
    expect(await own()).toEqual(shown);
    const busy = { teacherid: clara.user._id, teacher: clara.user.name, ...AT_THE_DENTIST };
    expect(await times()).toEqual([busy]);
    expect(await times(admin)).toEqual([busy]);
    for (const table of (await school.db.introspection.getTables()).map(({ name }) => name)) {
      const kept = await school.db
        .selectFrom(table as 'busytimes')
        .selectAll()
        .execute();
      expect(
        JSON.stringify(kept, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
      ).not.toMatch(/Dentist|Main street|doctor@example/);
    }
  });

  test('is hers: another teacher has none of it, and a student may not ask', async () => {
    await give();
    expect(await times(await school.signIn('instructor'))).toEqual([]);
    const student = await school.signIn('student');
    for (const [method, path] of [
      ['GET', '/busy?from=2026-09-01&to=2026-09-30'],
      ['GET', '/account/busy'],
      ['PUT', '/account/busy'],
      ['DELETE', '/account/busy'],
    ] as const)
      expect((await student.call(method, path, { url })).status).toBe(403);
    expect((await school.call('GET', '/busy?from=2026-09-01&to=2026-09-30')).status).toBe(401);
  });

  test('is asked for by days of the school, of which there are so many at most', async () => {
    await give();
    expect(await times(clara, 'from=2026-09-08&to=2026-09-08')).toHaveLength(1);
    for (const day of ['2026-09-07', '2026-09-09'])
      expect(await times(clara, `from=${day}&to=${day}`)).toEqual([]);
    for (const days of ['from=2026-09-08&to=2026-09-07', 'from=2026-09-01&to=2026-11-02', 'from=2026-09-01'])
      expect((await clara.call('GET', `/busy?${days}`)).status).toBe(400);
  });

  test('is read again every quarter of an hour', async () => {
    await give();
    serve(calendarOf(DENTIST, CHOIR));
    school.clock.now += 15 * MINUTE_MS - 1;
    await readDue();
    expect(await times()).toHaveLength(1);
    school.clock.now += 1;
    await readDue();
    expect(await times()).toHaveLength(2);
    expect(await own()).toMatchObject({ readat: new Date(school.clock.now).toISOString() });
    expect(server.received).toHaveLength(2);
  });

  test('counts as it was last read while it is broken, which is said', async () => {
    await give();
    const { readat } = await own();
    for (const [broken, problem] of [
      ['<!doctype html>', 'What is there is no calendar that can be read.'],
      [calendarOf(DENTIST).slice(0, -40), 'What is there is no calendar that can be read.'],
    ] as const) {
      serve(broken);
      school.clock.now += 15 * MINUTE_MS;
      await readDue();
      expect(await own()).toMatchObject({ readat, problem });
      expect(await times()).toHaveLength(1);
    }
    serve('', 404);
    school.clock.now += 15 * MINUTE_MS;
    await readDue();
    expect(await own()).toMatchObject({
      problem: 'It does not give the calendar out: answer 404. The address may have been replaced.',
    });
    expect(await times()).toHaveLength(1);
    serve(calendarOf(CHOIR));
    school.clock.now += 15 * MINUTE_MS;
    await readDue();
    expect(await own()).toMatchObject({ problem: null });
    expect(await times()).toMatchObject([{ startsat: '2026-09-10T18:00:00.000Z' }]);
  });

  test('that cannot be reached is kept with a word, and read once it can', async () => {
    serve('', 503);
    const { status, body } = await give();
    expect([status, body.readat]).toEqual([200, null]);
    expect(body.problem).toContain('answer 503');
    expect(await times()).toEqual([]);
    serve(calendarOf(DENTIST));
    school.clock.now += 15 * MINUTE_MS;
    await readDue();
    expect(await times()).toHaveLength(1);
  });

  test('that is given again while it is broken keeps what was read; another takes its place at once', async () => {
    await give();
    serve('', 503);
    await give();
    expect(await times()).toHaveLength(1);
    await give(clara, `${url}?other`);
    expect(await times()).toEqual([]);
  });

  test('may be named as calendar programs do', async () => {
    const { body } = await give(clara, ` ${url.replace('http:', 'WEBCAL:')} `);
    // A host that is allowed by name needs no https; webcal means it.
    expect(body.host).toBe(new URL(url).host);
    expect((await rows())[0]?.url).toBe(url.replace('http:', 'https:'));
  });

  test('of days that nobody plans in is not kept: 14 days back, 200 ahead', async () => {
    const at = (day: number) => {
      const stamp = new Date(Date.UTC(2026, 8, 1, 10) + day * DAY_MS)
        .toISOString()
        .slice(0, 10)
        .replaceAll('-', '');
      return eventOf(`UID:${day}`, `DTSTART:${stamp}T100000Z`, 'DURATION:PT1H');
    };
    serve(calendarOf(...[-15, -14, 199, 200].map(at)));
    await give();
    const kept = await school.db.selectFrom('busytimes').select('startsat').orderBy('startsat').execute();
    expect(kept.map(({ startsat }) => Math.round((startsat - Date.UTC(2026, 8, 1, 10)) / DAY_MS))).toEqual([
      -14, 199,
    ]);
  });
});

describe('an address', () => {
  test.each([
    'https://10.0.0.1/me.ics',
    'https://[::1]/me.ics',
    'https://169.254.169.254/latest',
    'http://calendar.example/me.ics',
    'https://calendar.example:8443/me.ics',
    // A name that leads inside.
    'https://localhost/me.ics',
  ])('%s is refused, and nothing is kept', async (inside) => {
    expect(await give(clara, inside)).toMatchObject({ status: 409, body: { code: 'calendar-not-allowed' } });
    expect(await rows()).toEqual([]);
  });

  test.each([
    '',
    'me.ics',
    'ftp://calendar.example/',
    'https://me:secret@calendar.example/',
    'file:///etc/passwd',
  ])('"%s" is none', async (text) => {
    expect(await give(clara, text)).toMatchObject({ status: 400, body: { code: 'invalid-input' } });
  });

  test('is a secret: no answer has it whole, no file that an account takes along, and no line of the log', async () => {
    log = '';
    const answers = [
      await give(),
      await clara.call('GET', '/account/busy'),
      await clara.call('GET', '/account/data'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers[2]?.body.busy).toEqual({
      host: new URL(url).host,
      createdat: new Date(school.clock.now).toISOString(),
    });
    answers.push(await give(clara, `https://10.0.0.1/${TOKEN}`), await give(clara, `no address ${TOKEN}`));
    answers.push(await clara.call('GET', '/account/recovery'), await admin.call('GET', '/changes'));
    serve('', 500);
    school.clock.now += 15 * MINUTE_MS;
    await readDue();
    answers.push(await clara.call('GET', '/account/busy'));
    await school.db.schema.alterTable('busytimes').renameTo('away').execute();
    serve(calendarOf(CHOIR));
    answers.push(await give());
    await school.db.schema.alterTable('away').renameTo('busytimes').execute();
    expect(answers.at(-1)?.status).toBe(500);
    await new Promise((resolve) => setImmediate(resolve));
    expect(log).toContain('"level":50');
    expect(log).not.toContain(TOKEN);
    expect(JSON.stringify(answers.map(({ body, headers }) => [body, headers]))).not.toContain(TOKEN);
  });

  test('is given five times a minute: each time the school calls a host', async () => {
    const strict = await openTestSchool({
      env: { WEBHOOK_ALLOWED_HOSTS: '127.0.0.1', RATE_LIMIT_FACTOR: '1' },
    });
    const teacher = await strict.signIn('instructor');
    const statuses: number[] = [];
    for (let at = 0; at < 6; at++) statuses.push((await give(teacher)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    await strict.close();
  });
});

describe('while a file is read that has no end', () => {
  test('every other call is answered', async () => {
    serve(ENDLESS);
    let isRead = false;
    const giving = give().then((answer) => {
      isRead = true;
      return answer;
    });
    await askedTimes(1);
    let answered = 0;
    while (!isRead) {
      expect((await clara.call('GET', '/account/busy')).status).toBe(200);
      answered += 1;
    }
    expect(answered).toBeGreaterThan(20);
    expect((await giving).body.problem).toBe(
      'The calendar has more events than can be read, or some that repeat without end.',
    );
    serve(calendarOf(DENTIST));
    await give();
    expect(await times()).toHaveLength(1);
  });

  test('the calendars of other teachers are read all the same', async () => {
    const others = [await school.signIn('instructor'), await school.signIn('instructor')];
    await give();
    for (const other of others) await give(other);
    server.respond = (response) =>
      void response.writeHead(200).end(server.received.length === 4 ? ENDLESS : calendarOf(CHOIR));
    school.clock.now += 15 * MINUTE_MS;
    await readDue();
    expect(
      (await times(admin)).filter(({ startsat }: { startsat: string }) => startsat.includes('T18')),
    ).toHaveLength(2);
  });
});

describe('it ends', () => {
  const isGone = async () => {
    expect(await rows()).toEqual([]);
    expect(await school.db.selectFrom('busytimes').selectAll().execute()).toEqual([]);
  };

  test('with a word of the teacher', async () => {
    await give();
    expect((await clara.call('DELETE', '/account/busy')).body).toEqual({ deletedCount: 1 });
    await isGone();
    expect((await clara.call('DELETE', '/account/busy')).body).toEqual({ deletedCount: 0 });
  });

  test('with the role', async () => {
    await give();
    await admin.call('PATCH', `/users/student/${clara.user._id}`);
    await isGone();
  });

  test('with the sign-ins that end everywhere', async () => {
    await give();
    const { uid } = clara.user;
    await endEverySignIn(school.db, {
      showAnew: () => {},
      uid: uid ?? '',
      now: school.clock.now,
      rows: ROWS,
    });
    await isGone();
  });

  test('in the list of what works without a sign-in', async () => {
    await give();
    const { goeson } = (await clara.call('GET', '/account/recovery')).body;
    expect(goeson).toMatchObject([{ kind: 'busy', title: new URL(url).host }]);
    expect((await clara.call('DELETE', `/account/recovery/busy/${goeson[0].id}`)).status).toBe(200);
    await isGone();
  });

  test('where it is read in that moment, too: what the job or a call was about to write is not', async () => {
    await give();
    let release = () => {};
    const waits = new Promise<void>((resolve) => {
      release = resolve;
    });
    server.respond = async (response) => {
      await waits;
      response.writeHead(200).end(calendarOf(CHOIR));
    };
    school.clock.now += 15 * MINUTE_MS;
    const asked = server.received.length;
    const reading = school.work();
    await askedTimes(asked + 1);
    const giving = give();
    await askedTimes(asked + 2);
    await clara.call('DELETE', '/account/busy');
    await clara.call('DELETE', '/account/sessions/current');
    release();
    expect(await giving).toMatchObject({ status: 401, body: { code: 'session-ended' } });
    await reading;
    await readDue();
    await isGone();
  });

  test('for one that was replaced meanwhile: the job does not write what it read of the one before', async () => {
    await give();
    let release = () => {};
    const waits = new Promise<void>((resolve) => {
      release = resolve;
    });
    server.respond = async (response, request) => {
      if (!request.url?.includes('other')) await waits;
      response.writeHead(200).end(calendarOf(request.url?.includes('other') ? CHOIR : DENTIST));
    };
    school.clock.now += 15 * MINUTE_MS;
    const reading = school.work();
    await askedTimes(2);
    await give(clara, `${url}?other`);
    release();
    await reading;
    await readDue();
    expect(await times()).toMatchObject([{ startsat: '2026-09-10T18:00:00.000Z' }]);
  });
});

describe('a lesson that is planned while its teacher is busy', () => {
  const plan = {
    weekday: 2,
    starttime: '16:30',
    minutes: 45,
    everyweeks: 1,
    firstday: '2026-09-08',
    lastday: '2026-09-22',
    roomid: null,
  };

  test('is warned of before it is saved, and saved all the same', async () => {
    await give();
    const { _id } = await school.addClass({ instructoremail: clara.email });
    for (const by of [clara, admin]) {
      const dry = await by.call('PUT', `/class/plans/${_id}?dry=1`, { plans: [plan] });
      expect(dry.body).toMatchObject({
        clashes: [],
        busy: [
          { day: '2026-09-08', startsat: '2026-09-08T16:30:00.000Z', endsat: '2026-09-08T17:15:00.000Z' },
        ],
      });
    }
    expect(await clara.call('PUT', `/class/plans/${_id}`, { plans: [plan] })).toMatchObject({ status: 200 });
  });

  test('is not, where the one is over as the other begins, or another teaches', async () => {
    await give();
    const hers = await school.addClass({ instructoremail: clara.email });
    const other = await school.signIn('instructor');
    const theirs = await school.addClass({ instructoremail: other.email });
    const dry = async (id: string, starttime: string) =>
      (await admin.call('PUT', `/class/plans/${id}?dry=1`, { plans: [{ ...plan, starttime }] })).body.busy;
    for (const starttime of ['15:15', '17:00']) expect(await dry(hers._id, starttime)).toEqual([]);
    expect(await dry(theirs._id, '16:30')).toEqual([]);
  });
});
