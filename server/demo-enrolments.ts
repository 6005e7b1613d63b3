import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { FURTHER_STUDENTS } from './database/seed/people.ts';
import type { ClassRow } from './features/classes/queries.ts';
import { findClasses } from './features/classes/queries.ts';
import { type Payments, priceOf } from './features/payments/payments.ts';
import { findOpenOrder } from './features/payments/queries.ts';
import { settle } from './features/payments/settle.ts';
import { startPayment } from './features/payments/start-payment.ts';

const DAY_MS = 86_400_000;
const ENROLMENTS = 24;
/** They are spread over this time, so that the admin's charts have something to show. */
const DAYS_BACK = 80;
/** A class stands this long before the first student comes. */
const DAYS_NEW = 2;
/** Fewer free seats than this are left to whoever tries the demo. */
const SEATS_LEFT = 6;
const DONE = 'seeded-enrolments';

/**
 * Lets the demo's students enrol as everybody does, through the card sandbox and with a test card, only earlier: so rosters, receipts,
 * the money check and the charts are real. Safe to repeat; a start that was cut off goes on where it was.
 */
export async function enrolDemoStudents(
  { cards }: Config,
  { app, payments }: { app: FastifyInstance; payments: Payments },
): Promise<void> {
  const { db } = payments;
  if (await db.selectFrom('settings').select('key').where('key', '=', DONE).executeTakeFirst()) return;
  const offered = (await findClasses(db, 'approved')).filter(
    ({ availableseat }) => availableseat >= SEATS_LEFT,
  );
  const today = payments.now();
  for (const { email, wanted, date } of plan(offered, today)) {
    if ((await findOpenOrder(db, { email, classid: wanted._id }))?.state === 'enrolled') continue;
    const then: Payments = { ...payments, now: () => date };
    const price = priceOf(payments, wanted);
    const { intentid, clientsecret } = await startPayment(then, { email, classid: wanted._id, price });
    if (!intentid) continue;
    await app.inject({
      method: 'POST',
      url: `/cards/v1/payment_intents/${intentid}/confirm`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: String(
        new URLSearchParams({
          key: cards.publishableKey,
          client_secret: clientsecret,
          payment_method: 'pm_card_visa',
        }),
      ),
    });
    await settle(then, intentid);
  }
  await db
    .insertInto('settings')
    .values({ key: DONE, value: String(today) })
    .onConflict((c) => c.column('key').doNothing())
    .execute();
}

/** Who enrols in what and when: every student in another class each time, never before the class was there. */
function plan(offered: readonly ClassRow[], today: number) {
  const oldest = offered.toSorted((a, b) => a.createdat - b.createdat);
  return Array.from({ length: Math.min(ENROLMENTS, oldest.length * FURTHER_STUDENTS.length) }, (_, step) => {
    const { email } = FURTHER_STUDENTS[step % FURTHER_STUDENTS.length] as (typeof FURTHER_STUDENTS)[number];
    const wanted = oldest[(step * 2 + Math.floor(step / oldest.length)) % oldest.length] as ClassRow;
    const wished = today - Math.round((DAYS_BACK * (ENROLMENTS - step) * DAY_MS) / ENROLMENTS);
    return {
      email,
      wanted,
      date: Math.min(Math.max(wished, wanted.createdat + DAYS_NEW * DAY_MS), today - DAY_MS),
    };
  });
}
