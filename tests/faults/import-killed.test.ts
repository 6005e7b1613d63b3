import type { NotNull } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Import, Imported } from '#contract/imports/calls.ts';
import { killedOn } from '#proof/long.ts';
import { type CardsServer, openCardsServer } from '#tests/support/cards-server.ts';
import { FAMILY_COLUMNS, familiesFile } from '#tests/support/families-file.ts';
import {
  addStudents,
  type FaultySchool,
  makeFaultySchool,
  type Student,
} from '#tests/support/faulty-school.ts';
import { report } from '#tests/support/proof.ts';

/*
 * The process is killed in the middle of an import, and the same file is sent to the next one: nothing
 * double, nothing half.
 */

const LINES = 1500;
const ROUNDS = 2 * Number(process.env.FAULT_ROUNDS ?? 1);

describe.each(killedOn('sqlite', 'postgres'))('on %s', (kind) => {
  let cards: CardsServer;
  let school: FaultySchool;
  let admin: Student;

  beforeAll(async () => {
    cards = await openCardsServer();
    school = await makeFaultySchool(kind, cards);
    admin = await school.records(async (db) => {
      const [someone] = await addStudents(db, 1);
      await db.updateTable('users').set({ role: 'admin' }).execute();
      return someone as Student;
    });
  });
  afterAll(async () => {
    await cards.close();
    school.remove();
  });

  async function ask<T>(url: string, path: string, body?: FormData): Promise<T> {
    const headers = { authorization: `Bearer ${await school.tokenOf(admin)}` };
    const answer = await fetch(`${url}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers,
      ...(body && { body }),
    });
    return (await answer.json()) as T;
  }

  function formOf({ bytes }: ReturnType<typeof familiesFile>) {
    const form = new FormData();
    form.set('file', new File([bytes], 'families.csv'));
    form.set('columns', JSON.stringify(FAMILY_COLUMNS));
    form.set('bornform', 'dd/mm/yyyy');
    return form;
  }

  /**
   * Lets a process import until it has looked at so many lines, and kills it. Meanwhile it answers others, or
   * this would never end.
   */
  async function killAt(lines: number, file: ReturnType<typeof familiesFile>) {
    const running = await school.start();
    const importing = ask(running.url, '/imports', formOf(file)).catch(() => 'died');
    for (let done = 0; done < lines; ) {
      const [latest] = await ask<Import[]>(running.url, '/imports');
      done = latest?.state === 'working' ? latest.linesdone : 0;
    }
    await running.kill();
    expect(await importing).toBe('died');
  }

  /** How many children each family has; of an account that came. */
  const families = () =>
    school.records(async (db) => {
      const children = db
        .selectFrom('users')
        .leftJoin('learners', (join) => join.onRef('learners.userid', '=', 'users._id').on('self', '=', 0))
        .where('users.importid', 'is not', null)
        .select(['users.email', (of) => of.fn.count<number>('learners._id').as('count')])
        .$narrowType<{ email: NotNull }>()
        .groupBy('users.email');
      return new Map((await children.execute()).map(({ email, count }) => [email, Number(count)]));
    });

  test('an import that is killed and begun again adds every family once, and none of them half', async () => {
    const file = familiesFile(LINES);
    for (let round = 0; round < ROUNDS; round++) {
      const before = await families();
      await killAt(round === 0 ? 100 : Math.floor((LINES * round) / ROUNDS), file);
      const after = await families();
      expect(after.size).toBeGreaterThan(before.size);
      expect(after.size).toBeLessThan(file.families.size);
      for (const [email, count] of after) expect(count, email).toBe(file.families.get(email));
    }
    const running = await school.start();
    const { counts } = await ask<Imported>(running.url, '/imports', formOf(file));
    expect(counts).toMatchObject({ doubtful: file.counts.doubtful, wrong: file.counts.wrong });
    expect(counts.new + counts.same).toBe(file.counts.new);
    expect(counts.new).toBeGreaterThan(0);
    const again = await ask<Imported>(running.url, '/imports', formOf(file));
    expect(again.counts).toMatchObject({ new: 0, same: file.counts.new });
    await running.stop();
    expect(await families()).toEqual(file.families);
    report({ 'imports that were killed': ROUNDS, 'families that were double or half': 0 });
  });
});
