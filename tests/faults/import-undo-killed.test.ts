import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Imported, UndoneImport } from '#contract/imports/calls.ts';
import { killedOn } from '#proof/long.ts';
import type { Checkpoint } from '#server/features/orders/payments.ts';
import { type CardsServer, openCardsServer } from '#tests/support/cards-server.ts';
import {
  addClass,
  addStudents,
  type FaultySchool,
  makeFaultySchool,
  type Student,
} from '#tests/support/faulty-school.ts';
import { findDifferences } from '#tests/support/reconcile.ts';

/*
 * An import that gave places is undone, and the process is killed at each step: the next one that is asked
 * ends what is left, and nothing twice.
 */

/** How often a point is reached before the process dies there. */
const POINTS: readonly (readonly [at: Checkpoint, nth: number])[] = [
  ['inside-import-undo', 1],
  ['import-places-ended', 1],
  ['inside-import-undo', 2],
  ['import-places-ended', 3],
];
/** More than one transaction ends. */
const FAMILIES = 45;
const REACH_MS = 15_000;
const COLUMNS = {
  email: 'Email',
  parentname: 'Parent',
  firstname: 'First',
  lastname: 'Last',
  class: 'Class',
  pays: 'Pays',
};

describe.each(killedOn('sqlite', 'postgres'))('on %s', (kind) => {
  let cards: CardsServer;
  let school: FaultySchool;
  let admin: Student;
  let classid: string;

  beforeAll(async () => {
    cards = await openCardsServer();
    school = await makeFaultySchool(kind, cards);
    [admin, classid] = await school.records(async (db) => {
      const [someone] = await addStudents(db, 1);
      await db.updateTable('users').set({ role: 'admin' }).execute();
      return [someone as Student, await addClass(db, FAMILIES)] as const;
    });
  });
  afterAll(async () => {
    await cards.close();
    school.remove();
  });

  async function ask<T>(url: string, path: string, options: RequestInit): Promise<T> {
    const headers = { authorization: `Bearer ${await school.tokenOf(admin)}` };
    return (await (await fetch(`${url}/api${path}`, { headers, ...options })).json()) as T;
  }

  async function importAll(url: string): Promise<string> {
    const lines = Array.from(
      { length: FAMILIES },
      (_, at) => `family${at}@places.example,Ana ${at},Rui ${at},Costa,Oboe,${at % 3 === 0 ? 'free' : 'due'}`,
    );
    const content = [Object.values(COLUMNS).join(','), ...lines].join('\n');
    const body = new FormData();
    body.set('file', new File([content], 'families.csv'));
    body.set('columns', JSON.stringify(COLUMNS));
    const told = await ask<Imported>(url, '/imports', { method: 'POST', body });
    expect(told.places).toMatchObject({ new: FAMILIES, refused: 0 });
    return told.insertedId ?? '';
  }

  const undo = (url: string, id: string) => ask<UndoneImport>(url, `/imports/${id}`, { method: 'DELETE' });

  async function killAt([at, nth]: (typeof POINTS)[number], id: string) {
    const running = await school.start({ crash: { at, nth } });
    const asked = undo(running.url, id).catch(() => 'died');
    const waited = new Promise((resolve) => setTimeout(resolve, REACH_MS, 'alive'));
    const end = await Promise.race([running.exited, waited]);
    await running.kill();
    expect(await asked).toBe('died');
    return end;
  }

  const countIn = (table: 'enrolments' | 'mails') =>
    school.records(async (db) => (await db.selectFrom(table).select('_id').execute()).length);

  test('every place ends once and every family goes, whatever point the process dies at', async () => {
    const mails = await countIn('mails');
    for (const point of POINTS) {
      const shop = await school.start();
      const id = await importAll(shop.url);
      await shop.stop();
      expect(await killAt(point, id), point.join(' ')).toBe('SIGKILL');
      const left = await countIn('enrolments');
      // What was inside of a transaction has not ended; what was committed has.
      const batches = point[0] === 'inside-import-undo' ? point[1] - 1 : point[1];
      expect(left, point.join(' ')).toBe(Math.max(0, FAMILIES - batches * 20));

      const next = await school.start();
      const done = await undo(next.url, id);
      expect(done).toMatchObject({ deletedCount: 2 * FAMILIES, kept: [] });
      expect(done.places?.ended ?? 0).toBe(left);
      expect(await undo(next.url, id)).toEqual({ deletedCount: 0, kept: [] });
      await next.stop();
      await school.records(async (db) => {
        expect(await findDifferences(db, cards.db)).toEqual([]);
        for (const table of ['orders', 'enrolments'] as const)
          expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
        const course = db.selectFrom('classes').selectAll().where('_id', '=', classid);
        expect(await course.executeTakeFirst()).toMatchObject({
          availableseat: FAMILIES,
          enrolledstudents: 0,
        });
        const log = db.selectFrom('changes').select('subjectid').where('action', '=', 'cancelled');
        const subjects = (await log.execute()).map(({ subjectid }) => subjectid);
        expect(new Set(subjects).size).toBe(subjects.length);
        expect(subjects).toHaveLength(FAMILIES * (POINTS.indexOf(point) + 1));
      });
    }
    expect(await countIn('mails')).toBe(mails);
  });
});
