import type { NameConsent } from '#contract/recitals/calls.ts';
import type { SignedIn } from '#server/auth/queries.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { findLearner, SETTLED_MS } from '#server/features/learners/index.ts';
import { ensure } from '#server/http/errors.ts';
import { findTakingPart, lockRecital, saveConsent } from './queries.ts';

/**
 * Notes how a family lets a learner be named in a recital: its latest answer counts. An answer of the caller that
 * is older than a week is kept below it, since a recovery of the account takes back the younger ones. Throws
 * `learner-not-found` for a learner whom the caller may not enrol, and `recital-not-found` where the learner
 * takes no part.
 */
export const answerConsent = (
  db: Db,
  { learnerid, name }: { learnerid: string; name: NameConsent },
  { id, caller, now }: { id: string; caller: SignedIn; now: number },
): Promise<void> =>
  transact(db, async (tx) => {
    await findLearner(tx, caller, learnerid, 'enrol');
    // Two answers at once come one after the other.
    ensure(await lockRecital(tx, id), 'recital-not-found');
    ensure((await findTakingPart(tx, [learnerid])).includes(id), 'recital-not-found');
    const answer = { recitalid: id, learnerid, name, byid: caller._id, answeredat: now };
    await saveConsent(tx, { ...answer, since: now - SETTLED_MS });
  });
