import { debtCalls } from '#contract/debts/office-calls.ts';
import { t } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { attempt } from '#web/lib/api/change.ts';

const api = apiOf(debtCalls);

/** What the family would read; nothing is sent. */
export const tryReminder = (userid: string, key: string) =>
  api.remindDebtor({ params: { userid }, body: { key }, querystring: { dry: '1' } });

export const debtChanges = {
  remindDebtor: ({ userid, key }: { userid: string; key: string }) =>
    attempt(api.remindDebtor({ params: { userid }, body: { key }, querystring: {} }), t('debts.reminded')),
};
