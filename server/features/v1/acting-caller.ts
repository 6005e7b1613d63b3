import type { Role } from '#contract/endpoint.ts';
import type { CallingKey } from '#server/auth/api-keys.ts';
import type { SignedIn } from '#server/auth/queries.ts';
import type { Db } from '#server/database/schema.ts';
import { ensure } from '#server/http/errors.ts';

/**
 * For whom a program writes: the admin who made its key, with the rights of `role`, or the family of a learner, with
 * its own. Throws `key-unknown`, and `learner-not-found`.
 */
export async function actingCaller(
  db: Db,
  key: CallingKey,
  { role, learnerid, now }: { role: Role | 'family'; learnerid: unknown; now: number },
): Promise<SignedIn> {
  const user = await db
    .selectFrom('users')
    .innerJoin('learners as self', (join) =>
      join.onRef('self.userid', '=', 'users._id').on('self.self', '=', 1),
    )
    .select(['users._id', 'users.name', 'users.photoURL', 'users.role', 'users.emailverified', 'users.email'])
    .select(['users.uid', 'self._id as learnerid'])
    .$if(role !== 'family', (users) => users.where('users._id', '=', key.ownerid))
    .$if(role === 'family', (users) =>
      users
        .innerJoin('learners', 'learners.userid', 'users._id')
        .where('learners._id', '=', String(learnerid)),
    )
    .executeTakeFirst();
  ensure(user, role === 'family' ? 'learner-not-found' : 'key-unknown');
  const { email, uid, ...account } = user;
  return {
    ...account,
    role: role === 'family' ? 'student' : role,
    email: email ?? '',
    uid: uid ?? '',
    signinid: '',
    epoch: 0,
    authtime: now,
    lacksFactor: false,
  };
}
