import type { ClosureDraft } from '#contract/closures.ts';
import { api } from '#web/lib/api.ts';
import { attempt } from '#web/lib/change.ts';

const really = { querystring: {} };

/** What admins change of closing days. */
export const closureChanges = {
  addClosure: (body: ClosureDraft) =>
    attempt(api.addClosure({ body, ...really }), 'Closed. Everybody it concerns gets an email.'),
  updateClosure: ({ id, ...body }: { id: string } & ClosureDraft) =>
    attempt(
      api.updateClosure({ params: { id }, body, ...really }),
      'Saved. Everybody it concerns gets an email.',
    ),
  deleteClosure: (params: { id: string }) =>
    attempt(api.deleteClosure({ params, ...really }), 'Open again. Everybody it concerns gets an email.'),
};

const dry = { querystring: { dry: '1' as const } };

/** The same, but nothing changes: what would become of lessons. */
export const closureTrials = {
  add: (body: ClosureDraft) => attempt(api.addClosure({ body, ...dry })),
  update: (id: string, body: ClosureDraft) => attempt(api.updateClosure({ params: { id }, body, ...dry })),
  delete: (id: string) => attempt(api.deleteClosure({ params: { id }, ...dry })),
};
