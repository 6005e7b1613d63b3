import { formerStudent } from '#contract/former.ts';
import { t } from '#languages/t.ts';
import { LEARNER_NAME } from '#server/database/rows/learners.ts';
import type { Db } from '#server/database/schema.ts';
import { findLessonsOfCharges } from '#server/features/billing/index.ts';
import type { Line, Whose } from './lines.ts';

/** What an account was charged or credited beside its places, and what of that was taken back. */
export async function findChargeLines(db: Db, { userid }: Whose): Promise<Line[]> {
  const charges = await findCharged(db, userid);
  const ids = charges.map(({ _id }) => _id);
  const lessons = Map.groupBy(await findLessonsOfCharges(db, ids), ({ of }) => of);
  return charges.map(({ _id, label: what, amount, day, createdat, reverses, ...of }) => {
    const kind = reverses === null ? of.kind : 'reversal';
    return {
      _id,
      kind,
      label: t('charges.line', { kind, what }),
      amount,
      day,
      at: createdat,
      learnername: of.learnerid === null ? undefined : (of.learnername ?? formerStudent()),
      classid: of.classid ?? undefined,
      classname: of.classname ?? undefined,
      chargeid: _id,
      billed: lessons.get(_id)?.map(({ day, amount, creditid }) => ({
        day,
        amount,
        credited: creditid === null ? undefined : true,
      })),
      reversed: of.reversedby === null ? undefined : true,
      ref: null,
    };
  });
}

const findCharged = (db: Db, userid: string) =>
  db
    .selectFrom('charges')
    .leftJoin('charges as reversals', 'reversals.reverses', 'charges._id')
    .leftJoin('classes', 'classes._id', 'charges.classid')
    .leftJoin('learners', 'learners._id', 'charges.learnerid')
    .leftJoin('users', 'users._id', 'learners.userid')
    .select(['charges._id', 'charges.kind', 'charges.label', 'charges.amount', 'charges.day'])
    .select(['charges.createdat', 'charges.reverses', 'charges.learnerid', 'charges.classid'])
    .select(['classes.classname', LEARNER_NAME.as('learnername'), 'reversals._id as reversedby'])
    .where('charges.userid', '=', userid)
    .execute();
