import type { ListedUser, Role } from '#contract/users/calls.ts';
import { userOfficeCalls } from '#contract/users/office-calls.ts';
import { t } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { announce, type Outcome } from '#web/lib/api/change.ts';
import { useChangesUnderWay } from '#web/lib/api/changes-under-way.ts';
import { refreshUser } from '#web/lib/session/register-with-school.ts';
import { signedInUser } from '#web/lib/session/session.ts';

const api = apiOf(userOfficeCalls);

const CALLS = {
  admin: api.makeAdmin,
  office: api.makeOffice,
  instructor: api.makeInstructor,
  student: api.makeStudent,
};

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
  resetSecondStep: ({ id }: { id: string }) =>
    announce(api.resetSecondFactor({ params: { id } }), { done: t('users.second_step_taken') }),
  /** Puts an instructor on the school's pages, or takes them off. */
  listInstructor: ({ id, listed }: { id: string; listed: boolean }) =>
    announce(api.makeInstructor({ params: { id }, body: { listed } }), {
      done: t(listed ? 'users.on_instructors_page' : 'users.off_instructors_page'),
    }),
};

/** Whether a user has a second step, for the dialog that takes it away; undefined where that is unknown. */
export async function readSecondStep(id: string) {
  const outcome = await announce(api.readSecondFactor({ params: { id } }));
  return outcome.isDone ? outcome.answer : undefined;
}

/** The users as they will be once what is on its way has arrived; where the server refuses, as they were. */
export function useExpectedUsers(items: readonly ListedUser[]): ListedUser[] {
  const roles = new Map(
    useChangesUnderWay(userChanges).flatMap(({ name, input }) =>
      name === 'giveRole' ? [[input.id, input.role] as const] : [],
    ),
  );
  return items.map((user) => ({ ...user, role: roles.get(user._id) ?? user.role }));
}
