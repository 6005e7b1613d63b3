import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { killedOn } from '#proof/long.ts';
import type { Checkpoint, TimetableCheckpoint } from '#server/features/index.ts';
import { type CardsServer, openCardsServer } from '#tests/support/cards-server.ts';
import {
  addClass,
  addParents,
  addStudents,
  type FaultySchool,
  makeFaultySchool,
  type Student,
} from '#tests/support/faulty-school.ts';
import { takeClass } from '#tests/support/take-class.ts';

/*
 * A recital is filled, loses some who played, is moved, has closing days put on it and is called off, and the process is killed inside of
 * each act and right after it. Asked again, each is done once, and every family and teacher has one mail of it.
 */

const FAMILIES = 12;
const LEFT_OUT = 2;
const DAY_MS = 24 * 60 * 60_000;
const REACH_MS = 20_000;
const ALL_DAY = { roomid: null, teacherid: null };

type Point = Checkpoint | TimetableCheckpoint;
type Act = {
  kind: string;
  points: readonly Point[];
  call: readonly [method: string, path: string, body: object];
};

describe.each(killedOn('sqlite', 'postgres'))('on %s', (kind) => {
  let cards: CardsServer;
  let school: FaultySchool;
  let admin: Student;
  let teacher: Student;
  let families: Student[];

  beforeAll(async () => {
    cards = await openCardsServer();
    school = await makeFaultySchool(kind, cards);
    await school.records(async (db) => {
      [admin, teacher] = [
        (await addStudents(db, 1, 'admin'))[0] as Student,
        (await addStudents(db, 1, 'instructor'))[0] as Student,
      ];
      families = await addParents(db, FAMILIES, 1);
      const classid = await addClass(db, FAMILIES);
      await db.updateTable('classes').set({ instructorid: teacher.userid }).execute();
      for (const { children } of families) await takeClass(db, { learnerid: children[0] as string, classid });
    });
  });
  afterAll(async () => {
    await cards.close();
    school.remove();
  });

  const ask = (url: string, [method, path, body]: Act['call']) => school.call(url, admin, path, body, method);

  async function killAt(at: Point, call: Act['call']) {
    const running = await school.start({ crash: { at, nth: 1 } });
    const asked = ask(running.url, call);
    const waited = new Promise((resolve) => setTimeout(resolve, REACH_MS, 'alive'));
    const end = await Promise.race([running.exited, waited]);
    await running.kill();
    expect([at, end, await asked]).toEqual([at, 'SIGKILL', undefined]);
  }

  /** Whom a mail tells: of a part families alone, and of a programme the left ones no more. */
  const concerned = (of: string) => {
    if (of === 'recital-part') return families;
    if (of === 'recital-part-ended') return families.slice(0, LEFT_OUT);
    return [...families.slice(LEFT_OUT), teacher];
  };

  const mailsOf = (of: string) =>
    school.records((db) => db.selectFrom('mails').select('recipient').where('kind', '=', of).execute());

  test('each act is done once and told once, whatever point the process dies at', async () => {
    const day = new Date(Date.now() + 60 * DAY_MS).toISOString().slice(0, 10);
    const first = await school.start();
    const evening = { name: 'Evening', day, starttime: '18:00', public: true };
    const added = await ask(first.url, ['POST', '/recitals', evening]);
    await first.stop();
    const id = added?.body.insertedId;
    const pieces = families.map(({ children }) => ({ learnerids: children, title: 'Gavotte', minutes: 3 }));
    const acts: Act[] = [
      {
        kind: 'recital-part',
        points: ['recital-told', 'recital-committed'],
        call: ['PUT', `/recitals/${id}/pieces`, { pieces }],
      },
      {
        kind: 'recital-part-ended',
        points: ['recital-told', 'recital-committed'],
        call: ['PUT', `/recitals/${id}/pieces`, { pieces: pieces.slice(LEFT_OUT) }],
      },
      {
        kind: 'recital-moved',
        points: ['recital-told', 'recital-committed'],
        call: ['PUT', `/recitals/${id}`, { ...evening, starttime: '18:30' }],
      },
      {
        kind: 'recital-closing',
        points: ['closure-told', 'closure-committed'],
        call: ['POST', '/closures', { name: 'Break', firstday: day, lastday: day, ...ALL_DAY }],
      },
      {
        kind: 'recital-called-off',
        points: ['recital-told', 'recital-committed'],
        call: ['DELETE', `/recitals/${id}`, {}],
      },
    ];
    for (const { kind: of, points, call } of acts) {
      const [inside = 'recital-told', after = 'recital-committed'] = points;
      await killAt(inside, call);
      expect(await mailsOf(of), `${of}, inside`).toEqual([]);
      await killAt(after, call);
      const told = (await mailsOf(of)).map(({ recipient }) => recipient);
      expect(told.toSorted(), of).toEqual(
        concerned(of)
          .map(({ email }) => email)
          .toSorted(),
      );
      const next = await school.start();
      await ask(next.url, call);
      await next.stop();
      expect(await mailsOf(of), `${of}, again`).toHaveLength(told.length);
    }
    const left = await school.records((db) =>
      db.selectFrom('recitals').selectAll().executeTakeFirstOrThrow(),
    );
    expect(left).toMatchObject({ starttime: '18:30', deletedat: expect.anything() });
  });
});
