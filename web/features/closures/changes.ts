import { type ClosureDraft, type ClosureOutcome, closureCalls } from '#contract/closures/calls.ts';
import { type PlainId, t } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { attempt } from '#web/lib/api/change.ts';

const api = apiOf(closureCalls);

const really = { querystring: {} };

/** What is done, and whether people are told. */
const saidOf =
  (done: PlainId, doneAndTold: PlainId) =>
  ({ cancelled, planned }: ClosureOutcome) =>
    t(cancelled.lessons + planned.lessons > 0 ? doneAndTold : done);

/** What admins change of closing days. */
export const closureChanges = {
  addClosure: (body: ClosureDraft) =>
    attempt(api.addClosure({ body, ...really }), saidOf('closures.closed', 'closures.closed_and_told')),
  updateClosure: ({ id, ...body }: { id: string; version: number } & ClosureDraft) =>
    attempt(
      api.updateClosure({ params: { id }, body, ...really }),
      saidOf('closures.saved', 'closures.saved_and_told'),
    ),
  deleteClosure: ({ version, ...params }: { id: string; version: number }) =>
    attempt(
      api.deleteClosure({ params, body: { version }, ...really }),
      saidOf('closures.removed', 'closures.removed_and_told'),
    ),
};

const dry = { querystring: { dry: '1' as const } };

/** The same, but nothing changes: what would become of lessons. */
export const closureTrials = {
  add: (body: ClosureDraft) => attempt(api.addClosure({ body, ...dry })),
  update: (id: string, body: ClosureDraft) => attempt(api.updateClosure({ params: { id }, body, ...dry })),
  delete: (id: string) => attempt(api.deleteClosure({ params: { id }, body: {}, ...dry })),
};
