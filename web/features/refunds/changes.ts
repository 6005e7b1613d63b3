import type { HandKind } from '#contract/payments/calls.ts';
import { type GivenBack, refundCalls } from '#contract/refunds/calls.ts';
import { type PlainId, t } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { attempt } from '#web/lib/api/change.ts';

const api = apiOf(refundCalls);

type Refund = { userid: string; amount: string | number; kind: HandKind; key: string };

const SAID: Record<GivenBack['cardstate'], PlainId> = {
  none: 'refunds.done',
  done: 'refunds.done',
  due: 'refunds.under_way',
  refused: 'refunds.card_refused',
};

/** What admins give back of a family's credit. One opening of the dialog is one refund, however often it is sent. */
export const refundChanges = {
  giveBack: (body: Refund) =>
    attempt(api.giveBack({ body, querystring: {} }), ({ cardstate }) => t(SAID[cardstate])),
};

/** What would go where. */
export const tryGiveBack = (body: Refund) => api.giveBack({ body, querystring: { dry: '1' } });
