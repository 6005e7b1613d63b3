import { type NameConsent, recitalCalls } from '#contract/recitals/calls.ts';
import { type PieceDraft, type RecitalDraft, recitalOfficeCalls } from '#contract/recitals/office-calls.ts';
import { t } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { announce, attempt } from '#web/lib/api/change.ts';

const api = apiOf(recitalOfficeCalls);

type Seen = { id: string; version: number };

/** What the office changes of recitals, and teachers of their pieces. What was typed wrong is said beside it. */
export const recitalChanges = {
  addRecital: (body: RecitalDraft) => attempt(api.addRecital({ body }), t('recitals.added')),
  updateRecital: ({ id, ...body }: Seen & RecitalDraft) =>
    attempt(api.updateRecital({ params: { id }, body }), t('common.saved')),
  deleteRecital: ({ id, version }: Seen) =>
    announce(api.deleteRecital({ params: { id }, body: { version } }), { done: t('recitals.called_off') }),
  savePieces: ({ id, ...body }: Seen & { pieces: PieceDraft[] }) =>
    attempt(api.savePieces({ params: { id }, body }), t('common.saved')),
  notePrinted: ({ id, version }: Seen) =>
    announce(api.notePrinted({ params: { id }, body: { version } }), { done: t('recitals.noted_printed') }),
  fillNextEvent: (body: { recitalid: string }) =>
    announce(api.fillNextEvent({ body }), { done: t('recitals.on_home_page') }),
};

const own = apiOf(recitalCalls);

/** A family’s answers. */
export const consentChanges = {
  consentToRecital: ({ id, ...body }: { id: string; learnerid: string; name: NameConsent }) =>
    announce(own.consentToRecital({ params: { id }, body }), { done: t('common.saved') }),
};
