import { addChildBy } from './families.ts';
import { confirmCard } from './pay.ts';
import type { TestSchool } from './school.ts';

/** One place of several that were paid together. */
export type Place = { enrolment: string; classid: string; learnerid: string; price: number };

/**
 * A parent of two who has paid at once for as many places as there are prices (in cents), each in a class of
 * its own that has one seat, for the one child and the other by turns. The school is to charge the class's
 * price.
 */
export async function payTogether(
  school: TestSchool,
  prices: readonly number[],
  { card, names = [] }: { card?: string; names?: readonly string[] } = {},
) {
  const parent = await school.signIn('student');
  const child = (firstname: string) => addChildBy(parent, { firstname, lastname: 'Lee' });
  const children = [await child('Ada'), await child('Bo')];
  const items: { classid: string; learnerid: string }[] = [];
  for (const [at, price] of prices.entries()) {
    const { _id: classid } = await school.addClass({
      price,
      availableseat: 1,
      classname: names[at] ?? `Class ${at + 1}`,
    });
    items.push({ classid, learnerid: children[at % 2] as string });
  }
  const opened = await parent.call('POST', '/checkout', { items });
  if (opened.status !== 200) throw new Error(JSON.stringify(opened.body));
  const { id: transactionId } = await confirmCard(school, opened.body.clientSecret, card);
  const { email } = parent;
  const paid = { email, transactionId, price: opened.body.price, date: new Date(0).toISOString() };
  const recorded = await parent.call('POST', `/payments/${items[0]?.classid}`, paid);
  if (recorded.status !== 200) throw new Error(JSON.stringify(recorded.body));
  // What is done next is later, so that it comes after this in the ledger.
  school.clock.now += 1000;
  const orders = await school.db
    .selectFrom('orders')
    .selectAll()
    .where('intentid', '=', transactionId)
    .orderBy('_id')
    .execute();
  const places = items.map(({ classid, learnerid }, at): Place => {
    const order = orders.find((one) => one.classid === classid);
    return { enrolment: order?._id ?? '', classid, learnerid, price: prices[at] ?? 0 };
  });
  return { parent, transactionId, places, checkoutid: orders[0]?.checkoutid ?? '' };
}
