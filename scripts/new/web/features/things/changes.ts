import { type ThingDraft, thingCalls } from '#contract/things/calls.ts';
import { t } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { announce, attempt } from '#web/lib/api/change.ts';

const api = apiOf(thingCalls);

/** What admins change of things. What is wrong with what was typed is said beside it. */
export const thingChanges = {
  addThing: (body: ThingDraft) => attempt(api.addThing({ body }), t('things.added')),
  updateThing: ({ id, ...body }: { id: string; version: number } & ThingDraft) =>
    attempt(api.updateThing({ params: { id }, body }), t('things.saved')),
  deleteThing: ({ version, ...params }: { id: string; version: number }) =>
    announce(api.deleteThing({ params, body: { version } }), { done: t('things.deleted') }),
};
