import { billingCalls } from '#contract/billing/office-calls.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { announce } from '#web/lib/api/change.ts';

const api = apiOf(billingCalls);

type Run = {
  period: { from: string; to: string };
  leaveout: { learnerid: string; classid: string }[];
};

/** What admins bill; how far it is is read by its id. */
export const billingChanges = {
  bill: (body: Run) => announce(api.bill({ body, querystring: {} })),
};
