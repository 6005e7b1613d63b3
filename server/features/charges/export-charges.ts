import { LEARNER_NAME } from '#server/database/rows/learners.ts';
import type { Db } from '#server/database/schema.ts';

/** What an account was charged, as its owner may take it along. */
export async function exportCharges(db: Db, userid: string) {
  const charges = await db
    .selectFrom('charges')
    .leftJoin('learners', 'learners._id', 'charges.learnerid')
    .leftJoin('users', 'users._id', 'learners.userid')
    .select(['charges._id', 'charges.kind', 'charges.label', 'charges.amount', 'charges.currency'])
    .select(['charges.day', 'charges.createdat', LEARNER_NAME.as('learnername')])
    .where('charges.userid', '=', userid)
    .orderBy('charges._id')
    .execute();
  return charges.map(({ learnername, ...charge }) => ({ ...charge, learnername: learnername ?? null }));
}
