import { prepared } from '#server/database/prepared.ts';
import type { Db } from '#server/database/schema.ts';
import { findClassesById } from '#server/features/classes/index.ts';
import { type Letter, type Said, say, type Value } from '#server/jobs/letter.ts';
import type { OrderRow } from './queries.ts';

type Paid = Pick<OrderRow, 'userid' | 'learnerid'>;

/**
 * How every mail to the payer begins: of places that are not their own it names the learners, as far as they
 * may know the names when it is sent; of the money they are told in any case.
 */
export const toPayer = (
  orders: readonly Paid[],
  { areOwn }: { areOwn: boolean },
): Pick<Letter, 'reader' | 'about' | 'isPayer'> =>
  areOwn
    ? { reader: 'student' }
    : { reader: 'account', about: [...new Set(orders.map(({ learnerid }) => learnerid))], isPayer: true };

/** Whether all of these places are the payer’s own. */
export async function areOwnOf(tx: Db, orders: readonly Paid[]): Promise<boolean> {
  const self = await findSelf(tx, orders[0]?.userid ?? null);
  return orders.every(({ learnerid }) => learnerid === self);
}

/** The learner that an account is itself. */
export async function findSelf(tx: Db, userid: string | null): Promise<string | undefined> {
  const [self] = await selfOf(tx, { userid });
  return self?._id;
}

const selfOf = prepared((tx, { userid }: { userid: string | null }) =>
  tx.selectFrom('learners').select('_id').where('userid', '=', userid).where('self', '=', 1),
);

/** The button to the receipt of an order. */
export const receiptButton = ({ _id }: Pick<OrderRow, '_id'>) => ({
  label: say('mails.open_receipt'),
  href: `/student/receipt/${_id}`,
});

/** What the class of an order is called; `otherwise` where it names none. */
export async function nameOfClass(
  tx: Db,
  { classid }: Pick<OrderRow, 'classid'>,
  otherwise: Said = say('orders.mail_a_class'),
): Promise<string | Said> {
  const [paid] = classid === null ? [] : await findClassesById(tx, [classid]);
  return paid?.classname ?? otherwise;
}

/** How a mail calls what was paid for without naming a class. */
export const NO_CLASS = say('orders.mail_no_class');

/** Names as a sentence has them, each once; what names nothing comes last. */
export function listed(names: readonly (string | Said)[]): Value {
  const named = [...new Set(names.filter((name) => typeof name === 'string'))].sort();
  const unnamed = names.find((name) => typeof name !== 'string');
  return { list: unnamed === undefined ? named : [...named, unnamed] };
}
