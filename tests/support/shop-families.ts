import type { Kysely } from 'kysely';
import type { AllTables } from '#server/database/tables.ts';
import { insertEntry, moveEntry } from '#server/features/waitlist/queries.ts';
import type { CardsServer } from './cards-server.ts';
import { addClass, addParents, type FaultySchool, type Reply, type Student } from './faulty-school.ts';
import { setSeats } from './seats.ts';

type Place = { classid: string; learnerid: string; price: number };

/** A family that pays for several places at once, and what it does once they are held. */
export type Family = { payer: Student; places: readonly Place[]; way: (typeof WAYS)[number] };

const FEE = 60;
const FAMILIES = 12;
const OFFERED_MS = 30 * 60_000;
const WAYS = ['leaves', 'closes', 'cancels', 'stays', 'refunded', 'disputes'] as const;

/**
 * Families of two children who want two to four places of different classes together: of a class with fewer
 * seats than are wanted, of one with enough, of one that costs nothing, and a place that is offered to one of
 * the children. `now` is the school's.
 */
export async function addFamilies(db: Kysely<AllTables>, now: number): Promise<Family[]> {
  const [tight, wide, costless] = [
    await addClass(db, 6),
    await addClass(db, 100),
    await addClass(db, 100, 0),
  ];
  const payers = await addParents(db, FAMILIES, 2);
  const families: Family[] = [];
  for (const [at, payer] of payers.entries()) {
    const [one = '', other = ''] = payer.children;
    const place = (learnerid: string, classid: string): Place => ({
      learnerid,
      classid,
      price: classid === costless ? 0 : FEE,
    });
    const wishes = [
      async () => [place(one, tight), place(other, wide)],
      async () => [place(one, wide), place(one, costless), place(other, wide)],
      async () => [place(one, tight), place(other, tight), place(one, wide), place(other, costless)],
      async () => [place(one, await addOffer(db, one, now)), place(other, wide)],
    ] as const;
    // Each way with each wish, before any comes again.
    const wish = wishes[(at + Math.floor(at / WAYS.length)) % wishes.length] ?? wishes[0];
    families.push({ payer, places: await wish(), way: WAYS[at % WAYS.length] ?? 'stays' });
  }
  return families;
}

/** A class of which the only place is offered to a learner. */
async function addOffer(db: Kysely<AllTables>, learnerid: string, now: number): Promise<string> {
  const classid = await addClass(db, 1);
  await setSeats(db, classid, { free: 0, held: 1, taken: 0 });
  const { _id } = await insertEntry(db, { learnerid, classid, now });
  await moveEntry(db, _id, ['waiting'], { state: 'offered', offeruntil: now + OFFERED_MS });
  return classid;
}

/** Lets every family shop at once; gives those who were not answered, to come again. */
export async function shopAsFamilies(
  school: FaultySchool,
  cards: CardsServer,
  { url, families }: { url: string; families: readonly Family[] },
): Promise<Family[]> {
  const cutOff = await Promise.all(
    families.map(async (family) => {
      let isCutOff = false;
      const post = async (path: string, body: object): Promise<Reply | undefined> => {
        const answer = await school.call(url, family.payer, path, body);
        isCutOff ||= answer === undefined;
        return answer;
      };
      await payFor(cards, family, post);
      // They ask again for all of it, and pay if they are let.
      return isCutOff ? [{ ...family, way: 'stays' as const }] : [];
    }),
  );
  return cutOff.flat();
}

async function payFor(
  cards: CardsServer,
  { payer: { email }, places, way }: Family,
  post: (path: string, body: object) => Promise<Reply | undefined>,
): Promise<void> {
  const items = places.map(({ classid, learnerid }) => ({ classid, learnerid }));
  const opened = await post('/checkout', { items });
  const secret = opened?.body.clientSecret;
  if (!secret || way === 'leaves') return;
  const { id, isPaid } = await cards.confirm(
    secret,
    way === 'disputes' ? 'pm_card_createDispute' : undefined,
  );
  if (!isPaid || way === 'closes') return;
  const price = places.reduce((sum, place) => sum + place.price, 0);
  const recording = () => post(`/payments/${items[0]?.classid}`, { email, transactionId: id, price });
  // Two tabs, or an impatient finger.
  const [recorded] = await Promise.all([recording(), recording()]);
  const enrolment = recorded?.body.result?.insertedId;
  if (enrolment && way === 'cancels') await post(`/enrolments/${enrolment}/cancel`, {});
  if (way === 'refunded') await cards.refundOutside(id);
  if (way === 'disputes') await cards.loseDispute(id);
}

/**
 * What of the families' wishes was never paid for: where it is empty, checkouts of each size, free places and
 * offered ones were.
 */
export async function findNeverPaid(db: Kysely<AllTables>): Promise<string[]> {
  const paid = await db
    .selectFrom('orders')
    .select(['orders._id', 'orders.checkoutid', 'orders.amount'])
    .where('orders.state', '=', 'enrolled')
    .execute();
  const sizes = new Set(
    [...Map.groupBy(paid, ({ checkoutid }) => checkoutid).values()].map((places) => places.length),
  );
  const ids = new Set(paid.map(({ _id }) => _id));
  const entries = await db.selectFrom('waitlist').select('orderid').execute();
  return [
    ...[2, 3, 4].filter((size) => !sizes.has(size)).map((size) => `${size} places together`),
    ...(paid.some(({ amount }) => amount === 0) ? [] : ['a place that costs nothing']),
    ...(entries.some(({ orderid }) => orderid !== null && ids.has(orderid))
      ? []
      : ['a place that was offered']),
  ];
}
