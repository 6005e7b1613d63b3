import type * as z from 'zod/mini';
import type { BillingSettingsDraft } from '#contract/billing/form.ts';
import { billingCalls } from '#contract/billing/office-calls.ts';
import { t } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { announce, attempt } from '#web/lib/api/change.ts';

const api = apiOf(billingCalls);

type Run = {
  period: { from: string; to: string };
  leaveout: { learnerid: string; classid: string }[];
  version: string | undefined;
};

/** What admins bill, and what invoices say; how far it is is read by its id. */
export const billingChanges = {
  bill: (body: Run) => announce(api.bill({ body, querystring: {} })),
  updateSettings: (body: z.input<typeof BillingSettingsDraft> & { version: number }) =>
    attempt(api.updateBillingSettings({ body }), () => t('common.saved')),
};
