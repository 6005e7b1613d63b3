import { type ListedUser, type Role, userCalls } from '#contract/users/calls.ts';
import { t } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { announce, type Outcome } from '#web/lib/api/change.ts';
import { useChangesUnderWay } from '#web/lib/api/changes-under-way.ts';
import { refreshUser } from '#web/lib/session/register-with-school.ts';
import { signedInUser } from '#web/lib/session/session.ts';

const api = apiOf(userCalls);

const CALLS = { admin: api.makeAdmin, instructor: api.makeInstructor, student: api.makeStudent };

type Gift = { id: string; role: Role; was: Role; listed?: boolean | undefined };

/** What admins change of users. */
export const userChanges = {
  async giveRole({ id, role, was, listed }: Gift): Promise<Outcome> {
    const outcome = await announce(
      CALLS[role]({ params: { id }, body: { was, ...(role === 'instructor' && { listed }) } }),
      { done: t('users.role_updated') },
    );
    // Who changed their own role goes where it leads before anything here is asked for again.
    if (outcome.isDone && id === signedInUser()._id) await refreshUser();
    return outcome;
  },
  /** Puts an instructor on the school's pages, or takes them off. */
  listInstructor: ({ id, listed }: { id: string; listed: boolean }) =>
    announce(api.makeInstructor({ params: { id }, body: { listed } }), {
      done: t(listed ? 'users.on_instructors_page' : 'users.off_instructors_page'),
    }),
};

/** The users as they will be once what is on its way has arrived; where the server refuses, as they were. */
export function useExpectedUsers(items: readonly ListedUser[]): ListedUser[] {
  const roles = new Map(
    useChangesUnderWay(userChanges).flatMap(({ name, input }) =>
      name === 'giveRole' ? [[input.id, input.role] as const] : [],
    ),
  );
  return items.map((user) => ({ ...user, role: roles.get(user._id) ?? user.role }));
}
