import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#server/database/ids.ts';
import { type CardsServer, openCardsServer } from '#tests/support/cards-server.ts';
import {
  addClass,
  addParents,
  addStudents,
  type FaultySchool,
  makeFaultySchool,
  type Student,
} from '#tests/support/faulty-school.ts';
import { freePort } from '#tests/support/postgres.ts';
import { report } from '#tests/support/proof.ts';
import { findDifferences } from '#tests/support/reconcile.ts';

/*
 * The last use of a code, which several want at the same moment. Their calls come to two processes of one
 * school.
 */

const HOUR_MS = 60 * 60_000;
const CODES = 24;
/** Who wants each code's last use. */
const FAMILIES = 4;
const TRIES_MAX = 5;
const ENV = { ENROLMENT_PRICE: 'class' };

type Running = Awaited<ReturnType<FaultySchool['start']>>;
/** A code, and each payment that wants its last use. */
type Round = { code: string; id: string; wants: { by: Student; learnerid?: string }[] };

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

/** Two processes, of which the first hears the card service. */
async function startTwo() {
  processes = [await school.start({ env: ENV }), await school.start({ env: ENV, port: await freePort() })];
}
async function stopTwo() {
  await cards.delivered();
  await Promise.all(processes.map((one) => one.stop()));
  processes = [];
}

/** Asks one of the processes, by turns; 503 asks to come again. */
async function ask(turn: number, student: Student, body: object) {
  const { url } = processes[turn % 2] as Running;
  for (let tries = 1; tries < TRIES_MAX; tries++) {
    const answer = await school.call(url, student, '/checkout', body);
    if (answer && answer.status !== 503) return answer;
  }
  throw new Error('The checkout was not answered.');
}

/** A code that may be used once, in all or by a family. */
const insertCode = (n: number, bound: 'times' | 'timesfamily') =>
  school.records(async (db) => {
    const _id = newId(Date.now());
    const word = `${bound}${n}`;
    const fields = { kind: 'code', percent: 20, code: word, codekey: word, createdat: 1 } as const;
    await db
      .insertInto('discounts')
      .values({
        _id,
        ...fields,
        amount: null,
        nth: null,
        firstday: null,
        lastday: null,
        times: bound === 'times' ? 1 : null,
        timesfamily: bound === 'timesfamily' ? 1 : null,
        classids: null,
      })
      .execute();
    return { code: word, id: _id };
  });

const countUses = (ids: readonly string[]) =>
  school.records(async (db) => {
    const used = await db
      .selectFrom('orders')
      .select(['discountid'])
      .where('discountid', 'in', ids)
      .where('state', 'in', ['held', 'intent', 'expiring', 'enrolled'])
      .execute();
    return ids.map((id) => used.filter(({ discountid }) => discountid === id).length);
  });

/** Everyone asks for a place with the code at once; gives the answers by round. */
const askAll = (rounds: readonly Round[], classids: readonly string[]) =>
  Promise.all(
    rounds.map(({ code, wants }, round) =>
      Promise.all(
        wants.map(async ({ by, learnerid }, at) => {
          const items = [{ learnerid, classid: classids[round] }];
          const { status, body } = await ask(round + at, by, { items, code });
          return body.code ?? status;
        }),
      ),
    ),
  );

const ONE = [200, ...Array.from({ length: FAMILIES - 1 }, () => 'code-used-up')];

test('the last use of a code is one family’s, and free again once it was not paid for', async () => {
  const { rounds, classids } = await school.records(async (db) => {
    const classids = await Promise.all(Array.from({ length: CODES }, () => addClass(db, 2 * FAMILIES)));
    const families = await addStudents(db, CODES * FAMILIES);
    const rounds = await Promise.all(
      classids.map(async (_, n) => {
        const ours = families.slice(n * FAMILIES, (n + 1) * FAMILIES);
        const wants = ours.map((by) => ({ by }));
        return { ...(await insertCode(n, 'times')), wants };
      }),
    );
    return { rounds, classids };
  });
  await startTwo();
  const ids = rounds.map(({ id }) => id);
  const first = await askAll(rounds, classids);
  const uses = await countUses(ids);
  // None pays: the places and the uses are free an hour later.
  await stopTwo();
  cards.clock.offset += HOUR_MS;
  await startTwo();
  for (let looks = 0; looks < 50 && (await countUses(ids)).some((count) => count > 0); looks++)
    await new Promise((resolve) => setTimeout(resolve, 200));
  const freed = await countUses(ids);
  const second = await askAll(rounds, classids);
  await stopTwo();
  report({
    'families that wanted the last use of a code at once': CODES * FAMILIES,
    'most uses of a code for one': Math.max(...uses),
  });
  expect(first.map((all) => all.sort())).toEqual(rounds.map(() => ONE));
  expect(uses).toEqual(rounds.map(() => 1));
  expect(freed).toEqual(rounds.map(() => 0));
  expect(second.map((all) => all.sort())).toEqual(rounds.map(() => ONE));
});

test('a family’s one use is for one of its children, whichever process is asked first', async () => {
  const { rounds, classids } = await school.records(async (db) => {
    const classids = await Promise.all(Array.from({ length: CODES }, () => addClass(db, 2 * FAMILIES)));
    const parents = await addParents(db, CODES, 2);
    const rounds = await Promise.all(
      parents.map(async (by, n) => ({
        ...(await insertCode(n, 'timesfamily')),
        wants: by.children.map((learnerid) => ({ by, learnerid })),
      })),
    );
    return { rounds, classids };
  });
  await startTwo();
  const answers = await askAll(rounds, classids);
  const uses = await countUses(rounds.map(({ id }) => id));
  await stopTwo();
  expect(answers.map((all) => all.sort())).toEqual(rounds.map(() => [200, 'code-used-up']));
  expect(uses).toEqual(rounds.map(() => 1));
  cards.clock.offset += HOUR_MS;
  await startTwo();
  await stopTwo();
  expect(await school.records((db) => findDifferences(db, cards.db))).toEqual([]);
});
