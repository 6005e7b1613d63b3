import type * as z from 'zod/mini';
import { chargeCalls } from '#contract/charges/calls.ts';
import type { ChargeDraft } from '#contract/charges/form.ts';
import { t } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { announce, attempt } from '#web/lib/api/change.ts';

const api = apiOf(chargeCalls);

/** What admins charge families. One opening of the dialog is one charge, however often it is sent. */
export const chargeChanges = {
  addCharge: (body: z.input<typeof ChargeDraft> & { userid: string; key: string }) =>
    attempt(api.addCharge({ body }), t('charges.added')),
  reverseCharge: ({ id, key }: { id: string; key: string }) =>
    announce(api.reverseCharge({ params: { id }, body: { key } }), { done: t('charges.reversed') }),
};
