import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KEY_DAYS_MAX, WRITE_SCOPES } from '#contract/keys/calls.ts';
import { killedOn } from '#proof/long.ts';
import { newApiKey } from '#server/auth/api-keys.ts';
import { insertKey } from '#server/features/keys/queries.ts';
import { type CardsServer, openCardsServer } from '#tests/support/cards-server.ts';
import { addClass, addStudents, type FaultySchool, makeFaultySchool } from '#tests/support/faulty-school.ts';
import { learnerOf } from '#tests/support/people.ts';
import { freePort } from '#tests/support/postgres.ts';
import { report } from '#tests/support/proof.ts';

/*
 * Programs write while processes die at any moment, and ask the same again until they are answered: one effect and
 * one answer for each Idempotency-Key, by whichever process.
 */

const ROUNDS = 4 * Number(process.env.FAULT_ROUNDS ?? 1);
const CALLERS = 20;
const DAY_MS = 24 * 60 * 60_000;
/** A caller that is not answered for so long has lost. */
const PATIENCE_MS = 60_000;

type Answer = { status: number; text: string };

describe.each(killedOn(['postgres', 2], ['sqlite', 1]))('on %s with %i processes', (kind, count) => {
  let cards: CardsServer;
  let school: FaultySchool;
  let secret: string;
  let classid: string;
  let learners: string[];
  let running: { port: number; url: string; kill: () => Promise<void> }[] = [];

  beforeAll(async () => {
    cards = await openCardsServer();
    school = await makeFaultySchool(kind, cards);
    await school.records(async (db) => {
      const now = Date.now();
      const [admin] = await addStudents(db, 1, 'admin');
      const made = newApiKey();
      secret = made.secret;
      const { secret: _, ...key } = made;
      const own = { ownerid: admin?.userid ?? '', until: now + KEY_DAYS_MAX * DAY_MS, now };
      await insertKey(db, { ...key, ...own, name: 'Website sync', scopes: WRITE_SCOPES, addresses: [] });
      classid = await addClass(db, 1000);
      const students = await addStudents(db, ROUNDS);
      await db.updateTable('users').set({ emailverified: 1 }).execute();
      learners = await Promise.all(students.map(({ userid }) => learnerOf(db, userid)));
    });
    const ports = [cards.hooks.port];
    while (ports.length < count) ports.push(await freePort());
    running = await Promise.all(ports.map(start));
  }, 120_000);
  afterAll(async () => {
    await Promise.all(running.map(({ kill }) => kill()));
    await cards.close();
    school.remove();
  });

  const start = async (port: number) => ({ port, ...(await school.start({ port })) });

  /** Asks each process in turn until one answers. */
  async function ask(first: number, { path, key, body }: { path: string; key: string; body: object }) {
    const until = Date.now() + PATIENCE_MS;
    for (let at = first; Date.now() < until; at++) {
      const { url = '' } = running[at % running.length] ?? {};
      const answer = await fetch(`${url}/api/v1${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${secret}`,
          'idempotency-key': key,
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
      })
        .then(async (response): Promise<Answer> => ({ status: response.status, text: await response.text() }))
        // The process died over it.
        .catch(() => undefined);
      if (answer && answer.status < 500 && !answer.text.includes('still-running')) return answer;
      await sleep(20);
    }
    throw new Error(`No answer to ${key}.`);
  }

  /** Twenty ask the same at once; a process dies so many milliseconds later, and another begins. */
  async function askWhileKilled(ms: number, asked: { path: string; key: string; body: object }) {
    const asking = Promise.all(Array.from({ length: CALLERS }, (_, at) => ask(at, asked)));
    await sleep(ms);
    const [first] = running;
    await first?.kill();
    if (first) running[0] = await start(first.port);
    const answers = [...(await asking), await ask(0, asked)];
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, asked.key).toBe(1);
    expect(answers[0]?.status, answers[0]?.text).toBe(200);
    return JSON.parse(answers[0]?.text ?? '') as { insertedId: string };
  }

  test('each write is done once and answered the same', async () => {
    const families: string[] = [];
    const places: string[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      // From before it is read until after it was answered.
      const ms = 4 ** (round % 4);
      const family = { name: `Ada Round ${round}`, learners: [] };
      const added = { path: '/families', key: `family-${round}`, body: family };
      families.push((await askWhileKilled(ms, added)).insertedId);
      const other = await ask(0, { ...added, body: { ...family, name: 'Ada Other' } });
      expect(other).toMatchObject({ status: 422, text: expect.stringContaining('key-reused') });
      const place = { classid, learnerid: learners[round], pay: 'cash' };
      const enrolled = { path: '/enrolments', key: `place-${round}`, body: place };
      places.push((await askWhileKilled(ms, enrolled)).insertedId);
    }
    await Promise.all(running.map(({ kill }) => kill()));
    running = [];
    await school.records(async (db) => {
      const idsOf = (rows: readonly { _id: string }[]) => rows.map(({ _id }) => _id).sort();
      const users = db.selectFrom('users').select('_id').where('name', 'like', 'Ada %');
      expect(idsOf(await users.execute())).toEqual(families.toSorted());
      expect(idsOf(await db.selectFrom('enrolments').select('_id').execute())).toEqual(places.toSorted());
      const moved = await db.selectFrom('ledger').select('orderid as _id').execute();
      expect(moved.map(({ _id }) => _id).sort()).toEqual(places.toSorted());
      const { enrolledstudents } = await db
        .selectFrom('classes')
        .select('enrolledstudents')
        .where('_id', '=', classid)
        .executeTakeFirstOrThrow();
      expect(enrolledstudents).toBe(ROUNDS);
      const lines = await db
        .selectFrom('changes')
        .select('subjectid')
        .where('keyname', 'is not', null)
        .execute();
      expect(lines).toHaveLength(2 * ROUNDS);
      expect(await db.selectFrom('keywrites').select('key').where('status', 'is', null).execute()).toEqual(
        [],
      );
    });
    report({ 'processes killed over a write of a program': 2 * ROUNDS });
  }, 600_000);
});
