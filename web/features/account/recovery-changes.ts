import { accountCalls, type SetUpKind } from '#contract/account/calls.ts';
import { t } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { attempt } from '#web/lib/api/change.ts';
import { refreshUser } from '#web/lib/session/register-with-school.ts';

const api = apiOf(accountCalls);

/** Changes of the page that shows what an account has set up. */
export const recoveryChanges = {
  endSetUp: (params: { kind: SetUpKind; id: string }) =>
    attempt(api.endSetUp({ params }), params.kind === 'merge' ? t('account.undone') : t('account.removed')),
  endAllSetUp: () => attempt(api.endAllSetUp(), t('account.all_of_them_are_removed')),
  closeRecovery: () => attempt(closeRecovery()),
};

/** The session knows that there is nothing to look at any more. */
async function closeRecovery() {
  await api.closeRecovery();
  await refreshUser();
}
