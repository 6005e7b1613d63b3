import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AllTables } from '#server/database/tables.ts';
import type { Checkpoint } from '#server/features/orders/payments.ts';
import { type CardsServer, openCardsServer } from './cards-server.ts';
import { addClass, addParents, addStudents, type FaultySchool, makeFaultySchool } from './faulty-school.ts';
import { findUntold } from './mails.ts';
import { type Figures, report } from './proof.ts';
import { findDifferences, findHalves } from './reconcile.ts';
import { shop } from './shop.ts';
import { addFamilies, type Family, findNeverPaid, shopAsFamilies } from './shop-families.ts';

/*
 * The process is killed with SIGKILL between any two steps, again and again on the same records; each start
 * finds what the last one left. FAULT_ROUNDS says how often at each point.
 */
const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 1);
const RANDOM_KILLS = 2 * ROUNDS;
const HOUR_MS = 60 * 60_000;
const STUDENTS = 12;
/** Each pays for five places at once. */
const PARENTS = 12;
const CHILDREN = 4;
const TRIES = 3;
/** How long a worker gets to reach a point after the students have gone. */
const REACH_MS = 4000;

const POINTS: Checkpoint[] = [
  'hold-committed',
  'intent-made',
  'intent-saved',
  'intent-read',
  'inside-enrolment',
  'enrolment-committed',
  'marked-expiring',
  'intent-cancelled',
  'refund-amount-kept',
  'refund-made',
  'returns-read',
  'inside-returns',
  'returns-committed',
  'event-stored',
];

/** Reached by what the round before left, or by one student alone: the first time is the only sure one. */
const SCARCE = new Set<Checkpoint>([
  'marked-expiring',
  'intent-cancelled',
  'refund-amount-kept',
  'refund-made',
]);

/** Who shops in a round: adds them, and gives what they do once a process listens. */
type Crowd = {
  /** What is counted of them, as `docs/proof.md` says it. */
  buys: string;
  env?: Record<string, string>;
  gather(
    school: FaultySchool,
    cards: CardsServer,
    db: Kysely<AllTables>,
  ): Promise<(url: string) => Promise<unknown>>;
  /** What they came for and never got in any round. */
  findNeverPaid?(db: Kysely<AllTables>): Promise<string[]>;
};

/**
 * Students want a class with fewer seats than there are of them, and one with more; so do parents, whose
 * families fit into the classes three times.
 */
const everyone = (): Crowd => ({
  buys: 'a payment',
  async gather(school, cards, db) {
    const rounds = [
      {
        classes: [await addClass(db, 2), await addClass(db, 100)],
        students: await addStudents(db, STUDENTS),
      },
      {
        classes: [await addClass(db, 20), await addClass(db, 100)],
        students: await addParents(db, PARENTS, CHILDREN),
      },
    ];
    return (url) => Promise.all(rounds.map((round) => shop(school, cards, { url, ...round })));
  },
});

/**
 * Families who want two to four places of several classes together; those whom a death cut off come again to
 * the next process.
 */
function families(): Crowd {
  let again: readonly Family[] = [];
  return {
    buys: 'a checkout of two to four places',
    env: { ENROLMENT_PRICE: 'class' },
    findNeverPaid,
    async gather(school, cards, db) {
      const all = [...again, ...(await addFamilies(db, Date.now() + cards.clock.offset))];
      return async (url) => {
        again = await shopAsFamilies(school, cards, { url, families: all });
      };
    },
  };
}

/** The proofs on one database, in a file of their own each: two run side by side. */
export const proveKills = (kind: 'sqlite' | 'postgres') => killWhile(kind, everyone());
export const proveCheckoutKills = (kind: 'sqlite' | 'postgres') => killWhile(kind, families());

function killWhile(
  kind: 'sqlite' | 'postgres',
  { buys, env, gather, findNeverPaid: neverPaid = async () => [] }: Crowd,
) {
  let cards: CardsServer;
  let school: FaultySchool;
  const hits = new Map<string, number>();
  let audited = 0;

  beforeAll(async () => {
    cards = await openCardsServer();
    school = await makeFaultySchool(kind, cards);
  });
  afterAll(async () => {
    await cards.close();
    school.remove();
  });

  /** Holds of the round before have run out. */
  function nextRound() {
    cards.clock.offset += HOUR_MS;
    return school.records((db) => gather(school, cards, db));
  }

  async function killAt(at: Checkpoint, nth: number) {
    const shopAll = await nextRound();
    const running = await school.start({ env, crash: { at, nth } });
    await shopAll(running.url);
    const waited = new Promise((resolve) => setTimeout(resolve, REACH_MS, 'alive'));
    const isHit = (await Promise.race([running.exited, waited])) === 'SIGKILL';
    if (isHit) hits.set(at, (hits.get(at) ?? 0) + 1);
    await running.kill();
    expect(await school.records(findHalves), `killed at ${at}`).toEqual([]);
    return isHit;
  }

  /** Lets two more processes finish what is due, the second what the first had only claimed. */
  async function recover() {
    for (const _ of [1, 2]) {
      cards.clock.offset += HOUR_MS;
      const running = await school.start({ env });
      await cards.delivered();
      await running.stop();
    }
  }

  /** What is wrong with the books; tells it with what has been done since. */
  async function audit(done: Figures) {
    const differences = await school.records(async (db) => [
      ...(await findDifferences(db, cards.db)),
      ...(await findUntold(db)),
    ]);
    const charges = await cards.db.selectFrom('cards_charges').select('id').execute();
    report({ ...done, 'charges in the books': charges.length - audited, differences: differences.length });
    audited = charges.length;
    return differences;
  }

  test('for every charge there is each enrolment that it pays for or all of it back, and one mail that says so, whatever point the process dies at', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      for (const [index, at] of POINTS.entries()) {
        const nth = SCARCE.has(at) ? 1 : 1 + ((index + round) % 2);
        for (let tries = 1; !(await killAt(at, nth)) && tries < TRIES; tries++);
      }
    }
    await recover();
    const kills = [...hits.values()].reduce((sum, count) => sum + count, 0);
    const differences = await audit({ [`kills at ${POINTS.length} steps of ${buys}`]: kills });
    expect(differences).toEqual([]);
    expect(await school.records(neverPaid)).toEqual([]);
    // Every point was really died at.
    for (const at of POINTS) expect(hits.get(at) ?? 0, at).toBeGreaterThanOrEqual(ROUNDS);
  });

  test('and at any other moment', async () => {
    for (let round = 0; round < RANDOM_KILLS; round++) {
      const shopAll = await nextRound();
      const running = await school.start({ env });
      const shopping = shopAll(running.url);
      await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 400));
      await running.kill();
      await shopping;
      expect(await school.records(findHalves)).toEqual([]);
    }
    await recover();
    expect(await audit({ 'kills at any other moment': RANDOM_KILLS })).toEqual([]);
  });
}
