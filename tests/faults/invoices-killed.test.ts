import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { killedOn } from '#proof/long.ts';
import { newId } from '#server/database/ids.ts';
import { type CardsServer, openCardsServer } from '#tests/support/cards-server.ts';
import {
  addStudents,
  type FaultySchool,
  makeFaultySchool,
  type Student,
} from '#tests/support/faulty-school.ts';

/* Processes issue invoices at once, and each dies by turns while it does. */

const ROUNDS = 3 * Number(process.env.FAULT_ROUNDS ?? 1);
const FAMILIES = 4;
const CHARGES = 6 * ROUNDS;
const BEFORE_KILL_MS = 150;

/** A port that no process listens on. */
const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

describe.each(killedOn('sqlite', 'postgres'))('on %s', (kind) => {
  let cards: CardsServer;
  let school: FaultySchool;
  let admin: Student;
  let families: Student[];
  let charges: { _id: string; userid: string }[];
  beforeAll(async () => {
    cards = await openCardsServer();
    school = await makeFaultySchool(kind, cards);
    await school.records(async (db) => {
      const [someone, ...others] = await addStudents(db, FAMILIES + 1);
      admin = someone as Student;
      families = others;
      await db.updateTable('users').set({ role: 'admin' }).where('email', '=', admin.email).execute();
      const users = await db.selectFrom('users').select(['_id', 'email']).execute();
      const now = Date.now();
      charges = families.flatMap(({ email }) => {
        const userid = users.find((user) => user.email === email)?._id ?? '';
        return Array.from({ length: CHARGES }, () => ({ _id: newId(now), userid }));
      });
      await db
        .insertInto('charges')
        .values(
          charges.map((charge) => ({
            ...{
              ...charge,
              kind: 'fee' as const,
              label: 'Exam',
              amount: 2500,
              currency: 'usd',
              day: '2026-09-01',
            },
            ...{ key: charge._id, createdat: now },
          })),
        )
        .execute();
    });
  });
  afterAll(async () => {
    await cards.close();
    school.remove();
  });

  const issue = async (url: string, { _id, userid }: (typeof charges)[number]) => {
    const answer = await school.call(url, admin, '/invoices', { userid, chargeids: [_id] });
    return answer?.status;
  };

  test('numbers have no gap and no double, and each charge is on one invoice, whenever a process dies', async () => {
    // On SQLite the data folder is one process's.
    const second = kind === 'sqlite' ? [] : [{ port: await freePort(), workers: false }];
    const begin = [{}, ...second].map((options) => () => school.start(options));
    const running = await Promise.all(begin.map((start) => start()));
    const answered = new Set<string>();
    for (let round = 0; round < ROUNDS; round++) {
      const some = charges.filter((_, at) => at % ROUNDS === round);
      const dying = round % running.length;
      const asked = some.map(async (charge, at) => {
        // Both are asked for some at once: one of them issues it.
        const urls = at % 3 === 0 ? [0, running.length - 1] : [at % running.length];
        for (const status of await Promise.all(urls.map((one) => issue(running[one]?.url ?? '', charge))))
          if (status === 200) {
            expect(answered.has(charge._id)).toBe(false);
            answered.add(charge._id);
          } else expect([409, 503, undefined]).toContain(status);
      });
      await new Promise((resolve) => setTimeout(resolve, BEFORE_KILL_MS));
      await running[dying]?.kill();
      await Promise.all(asked);
      const again = await begin[dying]?.();
      if (again) running[dying] = again;
    }
    for (const charge of charges) expect([200, 409]).toContain(await issue(running[0]?.url ?? '', charge));
    for (const one of running) await one.stop();

    await school.records(async (db) => {
      const invoices = await db.selectFrom('invoices').select(['_id', 'number']).orderBy('number').execute();
      const year = invoices[0]?.number.slice(0, 4);
      expect(invoices.map(({ number }) => number)).toEqual(
        charges.map((_, at) => `${year}-${String(at + 1).padStart(4, '0')}`),
      );
      const lines = await db.selectFrom('invoicelines').select(['chargeid', 'stands']).execute();
      expect(lines.map(({ chargeid }) => chargeid).sort()).toEqual(charges.map(({ _id }) => _id).sort());
      const mails = await db.selectFrom('mails').select('ref').where('kind', '=', 'invoice').execute();
      expect(mails.map(({ ref }) => ref).sort()).toEqual(invoices.map(({ _id }) => _id).sort());
    });
  });
});
