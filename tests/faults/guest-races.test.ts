import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#server/database/ids.ts';
import { type CardsServer, openCardsServer } from '#tests/support/cards-server.ts';
import {
  addClass,
  addParents,
  type FaultySchool,
  makeFaultySchool,
  type Student,
} from '#tests/support/faulty-school.ts';
import { freePort } from '#tests/support/postgres.ts';
import { report } from '#tests/support/proof.ts';
import { addLesson } from '#tests/support/timetable.ts';

/*
 * One place of a guest, and three families who want it at the same moment: two have missed a lesson, the third
 * wants to try the class. Their calls come to two processes of one school.
 */

const ROUNDS = 200;
const HOUR_MS = 60 * 60_000;
const TRIES_MAX = 5;
const SERIES = 'Recorder beginners';

type Running = Awaited<ReturnType<FaultySchool['start']>>;
type Round = { missed: string; lesson: string; visitor: Student };

let cards: CardsServer;
let school: FaultySchool;
let processes: Running[] = [];

beforeAll(async () => {
  cards = await openCardsServer();
  school = await makeFaultySchool('postgres', cards);
});
afterAll(async () => {
  await Promise.all(processes.map((one) => one.kill()));
  await cards.close();
  school.remove();
});

/** Asks one of the processes, by turns; 503 asks to come again. */
async function ask(turn: number, student: Student, path: string, body: object) {
  const { url } = processes[turn % 2] as Running;
  for (let tries = 1; tries < TRIES_MAX; tries++) {
    const answer = await school.call(url, student, path, body);
    if (answer && answer.status !== 503) return answer;
  }
  throw new Error(`${path} was not answered.`);
}

/** Lessons at times of their own, of which two families miss one each round, and who wants to try the class. */
async function prepare() {
  return school.records(async (db) => {
    // The first start has made the school.
    await db.updateTable('school').set({ missedlessons: 'catchup', catchupsaterm: null }).execute();
    const families = await addParents(db, 2, 1);
    const visitors = await addParents(db, ROUNDS, 1);
    await db.updateTable('users').set({ emailverified: 1 }).execute();
    const [home, other] = [await addClass(db, 9), await addClass(db, 9)];
    const offered = { series: SERIES, guestplaces: 1, trialprice: 0 };
    await db.updateTable('classes').set(offered).where('_id', 'in', [home, other]).execute();
    const first = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + 48 * HOUR_MS;
    const rounds: Round[] = [];
    for (const [at, visitor] of visitors.entries()) {
      const lessonOf = async (classid: string, startsat: number) => {
        const day = new Date(startsat).toISOString().slice(0, 10);
        return (await addLesson(db, { classid, day, startsat, endsat: startsat + HOUR_MS / 2 }))._id;
      };
      const startsat = first + at * HOUR_MS;
      const missed = await lessonOf(home, startsat);
      rounds.push({ missed, lesson: await lessonOf(other, startsat + HOUR_MS / 2), visitor });
      const right = { lessonid: missed, words: null, earned: 1, byid: null, createdat: 0 } as const;
      const rights = families.map(({ children }) => ({
        ...right,
        _id: newId(),
        learnerid: children[0] as string,
        until: startsat + 1000 * HOUR_MS,
      }));
      await db.insertInto('absences').values(rights).execute();
    }
    return { families, rounds };
  });
}

test('of three who want the one place of a guest at two processes at once one gets it, and two are told so', async () => {
  processes = [await school.start(), await school.start({ port: await freePort() })];
  const { families, rounds } = await prepare();
  const won = { 'who missed a lesson': 0, 'who tries the class': 0 };
  for (const [turn, { missed, lesson, visitor }] of rounds.entries()) {
    const answers = await Promise.all([
      ...families.map((family, at) =>
        ask(turn + at, family, '/catchups', {
          learnerid: family.children[0],
          fromlessonid: missed,
          lessonid: lesson,
        }),
      ),
      ask(Math.floor(turn / 2), visitor, '/trials', { learnerid: visitor.children[0], lessonid: lesson }),
    ]);
    const codes = answers.map(({ status, body }) => body.code ?? status);
    expect(codes.toSorted(), `round ${turn}`).toEqual([200, 'no-place', 'no-place']);
    won[codes[2] === 200 ? 'who tries the class' : 'who missed a lesson']++;
  }
  const guests = await school.records((db) => db.selectFrom('guests').select(['lessonid', 'kind']).execute());
  report({
    'times that three wanted the one place of a guest': ROUNDS,
    'of them got by one who missed a lesson': won['who missed a lesson'],
    'by one who tries the class': won['who tries the class'],
    'guests beyond the one of each lesson': guests.length - ROUNDS,
  });
  expect(new Set(guests.map(({ lessonid }) => lessonid)).size).toBe(ROUNDS);
  expect(guests).toHaveLength(ROUNDS);
  expect(guests.filter(({ kind }) => kind === 'trial')).toHaveLength(won['who tries the class']);
  await Promise.all(processes.map((one) => one.stop()));
  processes = [];
});
