import { instalmentCalls } from '#contract/instalments/calls.ts';
import type { HandKind } from '#contract/payments/calls.ts';
import { t } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { announce } from '#web/lib/api/change.ts';

const api = apiOf(instalmentCalls);

/** What the office notes of instalments. */
export const instalmentChanges = {
  markInstalmentPaid: ({ id, ...body }: { id: string; kind: HandKind; key: string }) =>
    announce(api.markInstalmentPaid({ params: { id }, body }), { done: t('instalments.was_noted') }),
};
