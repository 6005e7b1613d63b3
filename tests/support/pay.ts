import type { Row } from '#server/database/schema.ts';
import { recordEnrolments } from '#server/features/enrolments/record-enrolments.ts';
import { insertOrder, moveOrder } from '#server/features/orders/queries.ts';
import type { Answer, Person, TestSchool } from './school.ts';

/** The demo school's flat fee, as the browser sends it. */
export const FEE = 60;

/**
 * What stripe.js does when the person presses Pay: confirms the intent with a test card. Gives the intent.
 */
export async function confirmCard(
  { app, config }: Pick<TestSchool, 'app' | 'config'>,
  clientSecret: string,
  token = 'pm_card_visa',
): Promise<{ status: number; id: string; body: Record<string, unknown> }> {
  const id = clientSecret.split('_secret_')[0] ?? '';
  const answer = await app.inject({
    method: 'POST',
    url: `/cards/v1/${id.startsWith('seti_') ? 'setup_intents' : 'payment_intents'}/${id}/confirm`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      key: config.cards.publishableKey,
      client_secret: clientSecret,
      payment_method: token,
    }).toString(),
  });
  return { status: answer.statusCode, id, body: answer.json() };
}

/** Asks for an intent. */
export const start = (person: Person, classid?: string, price: unknown = FEE): Promise<Answer> =>
  person.call('POST', '/create-payment-intent', { price, classid });

/** Tells the school of a payment. */
export const record = (
  person: Person,
  classid: string,
  transactionId: string,
  price: unknown = FEE,
): Promise<Answer> =>
  person.call('POST', `/payments/${classid}`, {
    email: person.email,
    transactionId,
    price,
    date: new Date(0).toISOString(),
  });

/** The whole way of a student who pays with a good card; gives the transaction id and the enrolment's. */
export async function enrol(school: TestSchool, person: Person, classid: string, price: number = FEE) {
  const intent = await start(person, classid, price);
  if (intent.status !== 200) throw new Error(JSON.stringify(intent.body));
  const { id } = await confirmCard(school, intent.body.clientSecret);
  const recorded = await record(person, classid, id, price);
  if (recorded.status !== 200) throw new Error(JSON.stringify(recorded.body));
  return { transactionId: id, enrolment: recorded.body.result.insertedId as string };
}

/** Enrols a learner in a class of its own, without a payment; gives the class's id. */
export async function enrolForNothing(
  school: Pick<TestSchool, 'db' | 'clock' | 'addClass'>,
  who: { userid: string; learnerid: string },
): Promise<string> {
  const taught = await school.addClass({ enrolledstudents: 1 });
  await seatIn(school, taught, who);
  return taught._id;
}

/**
 * Enrols a learner in a class without a payment, and leaves the class's counters alone; gives the enrolment's
 * id.
 */
export async function seatIn(
  { db, clock: { now } }: Pick<TestSchool, 'db' | 'clock'>,
  { _id: classid, classname }: Pick<Row<'classes'>, '_id' | 'classname'>,
  { userid, learnerid }: { userid: string; learnerid: string },
): Promise<string> {
  const place = { userid, learnerid, classid, amount: 0, currency: 'usd' };
  const order = await insertOrder(db, { ...place, holduntil: now, now });
  await moveOrder(db, order._id, ['held'], { state: 'enrolled', paidat: now, workat: null, now });
  const enrolled = { ...order, classid, classname, updatedat: now };
  await recordEnrolments(
    { cancelUntilHours: 48, cancelFrom: 'enrolling', enrolmentPrice: 'class', timezone: undefined },
    db,
    [enrolled],
    {
      firsts: new Map(),
      undecided: new Map(),
      self: learnerid,
    },
  );
  return order._id;
}
