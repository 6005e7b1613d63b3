import { WISH_MS, WISHES_MAX } from '#contract/wishes/calls.ts';
import { type Caller, lockUser } from '#server/auth/queries.ts';
import { ensureListed } from '#server/database/rows/lists.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { findInstrumentsById } from '#server/features/instruments/index.ts';
import { findLearner, lockLearner } from '#server/features/learners/index.ts';
import { ensure } from '#server/http/errors.ts';
import * as queries from './queries.ts';

type AddInput = queries.Wanted & {
  hours: readonly queries.WishHour[];
  caller: Pick<Caller, '_id' | 'learnerid'>;
  now: number;
};

/**
 * Says what a learner would like to learn, and gives the wish's id. Of one instrument a learner has one wish: another
 * changes it, and it keeps its turn. Throws `session-ended`, `learner-not-found`, `instrument-not-found`,
 * `invalid-input` for a level or group that the school does not have, and `too-many-wishes`.
 */
export function addWish(db: Db, { hours, caller, now, ...wanted }: AddInput): Promise<string> {
  return transact(db, async (tx) => {
    await ensureListed(tx, 'levels', { field: 'level', value: wanted.level ?? undefined });
    await ensureListed(tx, 'groups', { field: 'group', value: wanted.group ?? undefined });
    ensure(await lockUser(tx, caller._id), 'session-ended');
    // Two taps at once come one after the other, as do two guardians.
    await lockLearner(tx, wanted.learnerid);
    await findLearner(tx, caller, wanted.learnerid, 'enrol');
    const [instrument] = await findInstrumentsById(tx, [wanted.instrumentid]);
    ensure(instrument, 'instrument-not-found');
    const wishes = await queries.findWishesOf(tx, wanted.learnerid, now);
    // Several came together where two entries of a child became one: the oldest has the turn.
    const [known, ...others] = wishes.filter(({ instrumentid }) => instrumentid === wanted.instrumentid);
    for (const { _id } of others) await queries.deleteWish(tx, _id);
    ensure(known || wishes.length < WISHES_MAX, 'too-many-wishes');
    const endsat = now + WISH_MS;
    if (known) await queries.updateWish(tx, { ...known, ...wanted, endsat });
    const id = known?._id ?? (await queries.insertWish(tx, wanted, { endsat, now }));
    await queries.setHours(tx, id, hours);
    return id;
  });
}
