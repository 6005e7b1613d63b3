import type { InstrumentDraft } from '#contract/instruments/calls.ts';
import { instrumentOfficeCalls } from '#contract/instruments/office-calls.ts';
import { t } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { announce, attempt } from '#web/lib/api/change.ts';

const api = apiOf(instrumentOfficeCalls);

/** What admins change of instruments. What is wrong with what was typed is said beside it. */
export const instrumentChanges = {
  addInstrument: (body: InstrumentDraft) => attempt(api.addInstrument({ body }), t('instruments.added')),
  updateInstrument: ({ id, ...body }: { id: string; version: number } & InstrumentDraft) =>
    attempt(api.updateInstrument({ params: { id }, body }), t('instruments.saved')),
  deleteInstrument: ({ version, ...params }: { id: string; version: number }) =>
    announce(api.deleteInstrument({ params, body: { version } }), { done: t('instruments.deleted') }),
};
