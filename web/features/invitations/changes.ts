import type { InvitationDraft } from '#contract/invitations/calls.ts';
import { invitationOfficeCalls } from '#contract/invitations/office-calls.ts';
import { t } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { announce, attempt } from '#web/lib/api/change.ts';

const api = apiOf(invitationOfficeCalls);

/** What admins change of invitations. What is wrong with a new one is said in its dialog. */
export const invitationChanges = {
  addInvitation: (body: InvitationDraft) =>
    attempt(api.addInvitation({ body }), t('common.email_on_its_way', { email: body.email })),
  sendInvitationAgain: ({ id, email }: { id: string; email: string }) =>
    announce(api.sendInvitationAgain({ params: { id } }), {
      done: t('common.email_on_its_way', { email }),
    }),
  withdrawInvitation: ({ id }: { id: string }) =>
    announce(api.withdrawInvitation({ params: { id } }), { done: t('invitations.withdrawn') }),
};
