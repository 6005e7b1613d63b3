import type { Role } from '#contract/endpoint.ts';
import { lockUser } from '#server/auth/queries.ts';
import type { Db } from '#server/database/schema.ts';
import type { RecoveryRule, SetUp } from '#server/features/feature.ts';
import { holdClosures } from '#server/features/lessons/index.ts';
import { say } from '#server/jobs/letter.ts';
import { changeRoleIn } from './change-role.ts';
import { cancelLeaving, findRolesGivenBy, findUser, lockAdmins } from './queries.ts';

const DAY_MS = 24 * 60 * 60_000;
/** How far back roles that an account gave are listed. */
const LISTED_MS = 30 * DAY_MS;

type Given = Awaited<ReturnType<typeof findRolesGivenBy>>[number];

const setUpOf = ({ _id: id, name, email, role, createdat }: Given): SetUp => ({
  kind: 'role',
  id,
  title: say('users.role_you_gave', { name, role }),
  detail: email,
  createdat,
});

const RANKS: readonly Role[] = ['student', 'instructor', 'office', 'admin'];

/** Only an admin ends roles, and ending one never gives more than there is. */
async function findGiven(db: Db, { userid, now }: { userid: string; now: number }): Promise<Given[]> {
  if ((await findUser(db, userid))?.role !== 'admin') return [];
  const given = await findRolesGivenBy(db, { actorid: userid, since: now - LISTED_MS });
  return given.filter(({ before, role }) => RANKS.indexOf(before) < RANKS.indexOf(role));
}

export const userRecovery: RecoveryRule = {
  /** The account stays: a thief may have asked to delete it. */
  async ends(tx, { userid, now }) {
    const leaving = await cancelLeaving(tx, userid);
    if (leaving === undefined) return [];
    const title = say('users.deletion_of_account');
    return [{ kind: 'deletion', id: userid, title, detail: null, createdat: now }];
  },
  list: async (db, of) => (await findGiven(db, of)).map(setUpOf),
  async endOne(tx, { userid, id, now, rows }) {
    // Of two admins who end each other's role at once, one does.
    await holdClosures(tx);
    await lockAdmins(tx);
    const actor = await lockUser(tx, userid);
    const given = (await findGiven(tx, { userid, now })).find(({ _id }) => _id === id);
    if (!given) return false;
    await changeRoleIn(tx, given.before, { id, was: given.role, actor: actor ?? null, now, rows });
    return true;
  },
};
