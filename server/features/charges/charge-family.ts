import type * as z from 'zod';
import type { chargeEndpoints } from '#contract/charges/schema.ts';
import { lockUser } from '#server/auth/queries.ts';
import type { SchoolNow } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import type { Actor } from '#server/features/changes/index.ts';
import { findClassesById } from '#server/features/classes/index.ts';
import { mayActFor } from '#server/features/learners/index.ts';
import { applyCredit } from '#server/features/ledger/index.ts';
import { findSelfLearner } from '#server/features/users/index.ts';
import { ensure } from '#server/http/errors.ts';
import { addCharges } from './add-charges.ts';
import { logCharge } from './log-charge.ts';

type Charging = z.output<typeof chargeEndpoints.addCharge.schema.body> & {
  school: Pick<SchoolNow, 'currency'>;
  actor: Exclude<Actor, null>;
  now: number;
};

/**
 * Charges a family as an admin says, and gives the id of the charge; the same key again, for the same family,
 * adds nothing. Throws `user-not-found`, `learner-not-found` for a learner who is none of the family's, and
 * `class-not-found`.
 */
export const chargeFamily = (
  db: Db,
  { key, school: { currency }, actor, now, ...charge }: Charging,
): Promise<string> =>
  transact(db, async (tx) => {
    const { userid, learnerid, classid } = charge;
    const user = await lockUser(tx, userid);
    ensure(user, 'user-not-found');
    if (learnerid !== null) {
      const account = { _id: userid, learnerid: await findSelfLearner(tx, userid) };
      ensure(await mayActFor(tx, account, learnerid, 'see'), 'learner-not-found');
    }
    if (classid !== null) ensure((await findClassesById(tx, [classid])).length > 0, 'class-not-found');
    const asked = { ...charge, currency, key: `by-hand.${userid}.${key}`, byid: actor._id, now };
    const [row] = await addCharges(tx, [asked]);
    if (!row) throw new Error('One charge was asked for.');
    if (row.isNew) await logCharge(tx, row, { user, action: 'charged', actor, now });
    if (row.isNew && row.amount < 0) await applyCredit(tx, { userid, now });
    return row._id;
  });
