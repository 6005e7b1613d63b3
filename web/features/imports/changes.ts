import { importCalls } from '#contract/imports/calls.ts';
import { t } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { announce, attempt } from '#web/lib/api/change.ts';

const api = apiOf(importCalls);

/** What admins do with imports that were made. What an undo leaves is said in its dialog. */
export const importChanges = {
  undoImport: (params: { id: string }) => attempt(api.undoImport({ params })),
  sendFamilyClaims: (params: { id: string }) =>
    announce(api.sendFamilyClaims({ params }), {
      done: ({ modifiedCount: count }) =>
        count === 0 ? t('imports.invited_already') : t('imports.being_invited', { count }),
    }),
};
