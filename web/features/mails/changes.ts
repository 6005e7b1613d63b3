import { mailCalls } from '#contract/mails/calls.ts';
import { t } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { announce } from '#web/lib/api/change.ts';

const api = apiOf(mailCalls);

/** What admins change of mails. */
export const mailChanges = {
  retryMail: (params: { id: string }) =>
    announce(api.retryMail({ params }), { done: t('mails.on_its_way_again') }),
};
