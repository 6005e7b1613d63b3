import { type CircularAim, circularCalls } from '#contract/circulars/calls.ts';
import { t } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { attempt } from '#web/lib/api/change.ts';

const api = apiOf(circularCalls);

type Writing = { to: CircularAim; subject: string; text: string };

/** Whom it would go to, and what they would read; nothing is sent. */
export const tryCircular = (body: Writing) => api.sendCircular({ body, querystring: { dry: '1' } });

export const circularChanges = {
  sendCircular: (body: Writing & { key: string }) =>
    attempt(api.sendCircular({ body, querystring: {} }), ({ families }) =>
      t('circulars.sent_to', { count: families }),
    ),
};
